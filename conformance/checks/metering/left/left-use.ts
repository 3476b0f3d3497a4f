import type { Expectation, Exchanges } from '../../../model/check.ts';
import { withExchange } from '../../../expectations/on-answer.ts';
import { isSuccessStatus, isAccepted, type Exchange } from '../../../model/exchange.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import type { Use } from '../spending/uses.ts';

/**
 * A use whose client does not wait for its end, and the uses behind it. What is left of the workspace covers `covering`
 * of these if the use does not count, and one less if it does. Both are open, and so is when the charge is settled: a
 * service may learn late that the client has left. So the number of later uses that succeed is judged, and not which of
 * them.
 */
export type LeftUse = {
  readonly left: 'stream' | 'chat' | 'speech';
  readonly covering: number;
  readonly others: readonly Use[];
  /** What is counted, such as `credits`. */
  readonly unit: string;
};

/** What the document says of a chat that nothing covers (7.3); of a speech it gives no status. */
function isTold({ left }: LeftUse, status: number): boolean {
  if (isSuccessStatus(status) || status === uncoveredChatStatus) return true;
  return left === 'speech' && status >= 400 && status < 500 && status !== 401;
}

/** True for a use that was answered, or that its client did not wait for. */
function mayCount(exchange: Exchange): boolean {
  return isAccepted(exchange) || isLeftBeforeItsAnswer(exchange);
}

function isLeftBeforeItsAnswer({ response }: Exchange): boolean {
  return response.is === 'noAnswer' && response.because === 'left';
}

/** The statuses of the later uses, where each of them was covered or refused, and all before them may count. */
function statusesBehind(use: LeftUse, seen: Exchanges): readonly number[] | undefined {
  const rest = seen.slice(-use.others.length).map(({ response }) => (response.is === 'answer' ? response.status : 0));
  const before = seen.slice(0, -use.others.length);
  const isWhole = rest.length === use.others.length && before.length > 0;
  return isWhole && before.every(mayCount) && rest.every((status) => isTold(use, status)) ? rest : undefined;
}

/** Whether a use that its client leaves counts; undefined where that is unknown. */
export function leftUseCounts(use: LeftUse): (seen: Exchanges) => string | undefined {
  return (seen) => {
    const succeeded = statusesBehind(use, seen)?.filter(isSuccessStatus).length;
    if (succeeded === use.covering) return 'it does not count';
    return succeeded === use.covering - 1 ? 'it counts' : undefined;
  };
}

/** A 429 may be about the requests in a time, and not about what is left. */
const perhapsForNow = 429;

/** It costs at most one use (`atLeast` that many are left), and gives back no more than it took (`atMost`). */
export function leftUseKeeps(bound: 'atLeast' | 'atMost', use: LeftUse): Expectation {
  const { left, covering, others, unit } = use;
  const isLeast = bound === 'atLeast';
  const count = isLeast ? covering - 1 : covering;
  return (seen) => {
    const statuses = statusesBehind(use, seen);
    if (statuses === undefined)
      return { inconclusive: `the ${left}, or one of the uses after it, was neither covered nor refused` };
    const succeeded = statuses.filter(isSuccessStatus).length;
    if (isLeast ? succeeded >= count : succeeded <= count) return [];
    if (isLeast && statuses.includes(perhapsForNow))
      return { inconclusive: `a use after the ${left} got status ${perhapsForNow}, which may be temporary` };
    const expected = `at ${isLeast ? 'least' : 'most'} ${count} of ${covering} ${unit} left by an aborted ${left}, for as many of these uses: ${others.join(', ')}`;
    const each = statuses.map((status, at) => `${others[at] ?? ''} ${status}`).join(', ');
    const taken = covering - succeeded;
    const asIf = taken < 0 ? `more than the ${unit} cover` : `as if the aborted ${left} had cost ${taken}`;
    const observed = `${each}: ${succeeded} covered, ${asIf}`;
    // With too few successes the first refused use is shown, with too many the last served one.
    const at = isLeast
      ? statuses.findIndex((status) => !isSuccessStatus(status))
      : statuses.findLastIndex(isSuccessStatus);
    return [withExchange(seen.slice(-others.length)[at], { subject: `uses after the ${left}`, expected, observed })];
  };
}

/** Where the answer came first, nobody left, and nothing shows what that would have cost. */
export function wasLeftBeforeItsAnswer({ left, others }: LeftUse): Expectation {
  return (seen) =>
    seen.slice(0, -others.length).some(isLeftBeforeItsAnswer)
      ? []
      : { inconclusive: `the ${left} was answered before its client could leave`, isUnspecified: true };
}
