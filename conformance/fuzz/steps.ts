import type { Step } from '../model/probe.ts';
import { stepsOf } from './calls.ts';
import { meteredStepsOf } from './metered-steps.ts';
import type { Input } from './inputs/request.ts';

/** Sends inputs of one property side by side. */
export function stepsFor(inputs: readonly Input[]): readonly Step[] {
  return inputs.some(([first]) => first?.workspace !== undefined) ? meteredStepsOf(inputs) : stepsOf(inputs);
}
