import { isFailed, type Expectation, type Seen } from '../../model/check.ts';
import { isCompleteResponse, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import { ofSameRun } from '../of-same-run.ts';
import { isComplete } from './is-complete.ts';

/** By then another request of the run met that nobody listens any more. */
const rightBehindMs = 2_000;

/**
 * The body is whole, but for those that broke off as the service went down, once in the run: the next connection was refused,
 * and nothing was answered in between. What tears bodies while it is up answers others; what goes down each time that it is
 * asked something is broken.
 */
export const isCompleteWhileUp: Expectation = async (seen, run = seen) => {
  const judgement = await isComplete(seen);
  const [exchange] = seen;
  if (!isFailed(judgement) || exchange === undefined || !brokenByOutage(run).has(exchange.id)) return judgement;
  return { inconclusive: 'the service went down as it answered: the next connection was refused' };
};

/** Those of the only outage that broke answers off; none where there were several. */
const brokenByOutage = ofSameRun((run): ReadonlySet<string> => {
  const cut = run.filter(({ response }) => response.is === 'answer' && response.ending === 'cut');
  const inOrder = cut.length === 0 ? [] : run.toSorted((one, other) => startOf(one) - startOf(other));
  const broken = cut.flatMap((exchange) => {
    const answersBefore = answeredBeforeOutage(exchange, inOrder);
    return answersBefore === undefined ? [] : [{ id: exchange.id, answersBefore }];
  });
  const outages = new Set(broken.map(({ answersBefore }) => answersBefore));
  return new Set(outages.size === 1 ? broken.map(({ id }) => id) : []);
});

/** How many answers had come when it was refused: by that outages are told apart. Undefined where it was not. */
function answeredBeforeOutage(cut: Exchange, inOrder: Seen): number | undefined {
  const brokeAt = endOfExchange(cut);
  const next = inOrder.find((each) => startOf(each) >= brokeAt && !isNoAnswer(each, 'dropped'));
  if (next === undefined || !isNoAnswer(next, 'refused') || startOf(next) - brokeAt > rightBehindMs) return undefined;
  const answered = inOrder.filter((each) => isCompleteResponse(each) && endOfExchange(each) <= startOf(next));
  return answered.some((each) => endOfExchange(each) > brokeAt) ? undefined : answered.length;
}

function isNoAnswer({ response }: Exchange, because: 'dropped' | 'refused'): boolean {
  return response.is === 'noAnswer' && response.because === because;
}
