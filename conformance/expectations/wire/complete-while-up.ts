import { isFailed, type Expectation, type Exchanges } from '../../model/check.ts';
import { isCompleteResponse, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { isComplete } from './is-complete.ts';

/** Longest time, in ms, from the break until another request of the run finds that nothing listens any more. */
const rightBehindMs = 2_000;

/**
 * The body is whole, except where it broke off because the service went down, once in the run: the next connection was
 * refused, and nothing was answered in between. A service that cuts bodies while it is up answers other requests, and a
 * service that goes down each time that it is asked something is broken.
 */
export const isCompleteWhileUp: Expectation = async (seen, run = seen) => {
  const judgement = await isComplete(seen);
  const [exchange] = seen;
  if (!isFailed(judgement) || exchange === undefined || !brokenByOutage(run).has(exchange.id)) return judgement;
  return { inconclusive: 'the service went down as it answered: the next connection was refused' };
};

/** Ids of the exchanges that the only outage of the run broke off. Empty where there were several outages. */
const brokenByOutage = memoizedByRun((run): ReadonlySet<string> => {
  const cut = run.filter(({ response }) => response.is === 'answer' && response.ending === 'cut');
  const inOrder = cut.length === 0 ? [] : run.toSorted((one, other) => startOf(one) - startOf(other));
  const broken = cut.flatMap((exchange) => {
    const answersBefore = answeredBeforeOutage(exchange, inOrder);
    return answersBefore === undefined ? [] : [{ id: exchange.id, answersBefore }];
  });
  const outages = new Set(broken.map(({ answersBefore }) => answersBefore));
  return new Set(outages.size === 1 ? broken.map(({ id }) => id) : []);
});

/**
 * Number of answers that had come when the next connection was refused, which identifies the outage. Undefined where it
 * was not refused.
 */
function answeredBeforeOutage(cut: Exchange, inOrder: Exchanges): number | undefined {
  const brokeAt = endOfExchange(cut);
  const next = inOrder.find((each) => startOf(each) >= brokeAt && !isNoAnswer(each, 'dropped'));
  if (next === undefined || !isNoAnswer(next, 'refused') || startOf(next) - brokeAt > rightBehindMs) return undefined;
  const answered = inOrder.filter((each) => isCompleteResponse(each) && endOfExchange(each) <= startOf(next));
  return answered.some((each) => endOfExchange(each) > brokeAt) ? undefined : answered.length;
}

function isNoAnswer({ response }: Exchange, because: 'dropped' | 'refused'): boolean {
  return response.is === 'noAnswer' && response.because === because;
}
