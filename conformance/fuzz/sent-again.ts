import type { Engine } from '../engine/engine.ts';
import { withIntermittency } from '../engine/judging/intermittent.ts';
import type { Exchange } from '../model/exchange.ts';
import { answerKindOf, judgeCase, type CaseVerdict, type Failure, type FailedInput } from './judge-case.ts';
import type { Property } from './property.ts';

/** The outcome of sending a failed input again unchanged. */
type ResendResult = {
  /** How often it failed the same way, of how often it could be judged. */
  readonly failed: number;
  readonly judged: number;
  /** The exchanges of the first time when it did not. */
  readonly otherwise: readonly Exchange[];
};

/** Sends the input `times` times, one after another. */
export async function sendAgain(
  property: Property,
  { input, failure }: FailedInput,
  { times, name }: { readonly times: number; readonly name: string },
  engine: Engine,
): Promise<ResendResult> {
  let again: ResendResult = { failed: 0, judged: 0, otherwise: [] };
  for (let time = 1; time <= times; time += 1) {
    const verdict = await judgeCase(property, input, `${name} again ${time}`, engine);
    if (verdict.is === 'inconclusive') continue;
    const isAlike = placeOf(verdict) === placeOf(failure);
    const { failed, judged, otherwise } = again;
    again = {
      failed: failed + Number(isAlike),
      judged: judged + 1,
      otherwise: isAlike || otherwise.length > 0 ? otherwise : verdict.seen,
    };
  }
  return again;
}

/** The turn in which a case failed, and the kind of answer: an intermittent error may hit another turn each time. */
function placeOf(verdict: Exclude<CaseVerdict, { is: 'inconclusive' }>): string {
  if (verdict.is === 'pass') return 'passed';
  const { decisive, seen } = verdict;
  return decisive === undefined ? '' : `${seen.indexOf(decisive)} ${answerKindOf(decisive)[0]}`;
}

/** True where the failure is intermittent: nothing in the input decides whether it fails. */
export function isIntermittent({ otherwise }: ResendResult): boolean {
  return otherwise.length > 0;
}

/** The failure, with how often this request showed it. */
export function withFailureCount(failure: Failure, { failed, judged }: ResendResult): Failure {
  const times = { wrong: failed + 1, judged: judged + 1, sent: 'this same request was sent' };
  return { ...failure, mismatches: failure.mismatches.map((mismatch) => withIntermittency(mismatch, times)) };
}
