import type { Step } from '../model/probe.ts';
import type { Exchange } from '../model/exchange.ts';
import { stepsOf, turnsOf } from './calls.ts';
import { meteredStepsOf, meteredTurnsOf } from './metered-steps.ts';
import type { Input } from './inputs/request.ts';

/** Sends inputs of one property side by side. */
export function stepsFor(inputs: readonly Input[]): readonly Step[] {
  return isMetered(inputs) ? meteredStepsOf(inputs) : stepsOf(inputs);
}

/** Which exchanges each of them got, and how many these are together, of those that begin with the first of them. */
export function exchangesOf(
  inputs: readonly Input[],
  seen: readonly Exchange[],
): { readonly own: readonly (readonly Exchange[])[]; readonly taken: number } {
  if (!isMetered(inputs)) return turnsOf(inputs, seen);
  const own = meteredTurnsOf(inputs, seen);
  return { own, taken: own.flat().length };
}

function isMetered(inputs: readonly Input[]): boolean {
  return inputs.some(([first]) => first?.workspace !== undefined);
}
