import { creditsOf } from '../model/costs.ts';
import { withEachCall } from '../model/calls.ts';
import type { Probe } from '../model/probe.ts';
import type { Engine } from '../engine/engine.ts';
import { isComplete } from '../expectations/wire/is-complete.ts';
import { isSuccess } from '../expectations/statuses/is-success.ts';
import { costOf, judgeCaseEvidence, probeOf, type CaseVerdict } from './judge-case.ts';
import { type Property, chatProperty, speechProperty, validProperty } from './property.ts';
import { plainRequest, type Input, type Operation } from './inputs/request.ts';

export function plainInput(operation: Operation): Input {
  return [plainRequest(operation)];
}

/** Judges only that the answer is a complete success; the properties judge the rest. */
function plainProperty(operation: Operation): Property {
  return {
    ...validProperty,
    ...(operation === 'speech' ? speechProperty : chatProperty),
    operations: [operation],
    id: `a plain ${operation}`,
    clause: '4',
    also: [],
    title: '',
    requirement: '',
    inputs: (fc) => fc.constant(plainInput(operation)),
    expect: [isSuccess, isComplete],
    share: 1,
    fault: 'speed-presets-only',
  };
}

/** Its probe is sent also after silent requests, to see whether the service still hangs. */
function probeFor(operation: Operation, name: string): Probe {
  const probe = probeOf(plainProperty(operation), plainInput(operation), name);
  return { ...probe, steps: probe.steps.map((step) => withEachCall(step, { goes: 'despiteHangs' })) };
}

/** Failed tries before an operation is given up: a service may fail one request in a hundred by chance. */
const tries = 2;

/** The verdict of the plain request of an operation, of its last try; undefined where it may not be sent. */
export async function plainControl(
  operation: Operation,
  name: string,
  engine: Engine,
  signal: AbortSignal,
): Promise<CaseVerdict | undefined> {
  const input = plainInput(operation);
  const isUnsendable = (): boolean => signal.aborted || engine.creditsLeft() < creditsOf(costOf(input));
  let verdict: CaseVerdict | undefined;
  for (let at = 1; at <= tries && verdict?.is !== 'pass'; at += 1) {
    if (isUnsendable()) return undefined;
    const evidence = await engine.ask(probeFor(operation, `${operation} control ${name}.${at}`));
    verdict = await judgeCaseEvidence(plainProperty(operation), evidence);
    if (signal.aborted || (verdict.seen.length === 0 && isUnsendable())) return undefined;
  }
  return verdict;
}
