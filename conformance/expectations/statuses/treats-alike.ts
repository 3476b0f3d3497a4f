import type { Expectation } from '../../model/check.ts';
import { isSuccessStatus, type Answer, type Exchange, type Operation } from '../../model/exchange.ts';
import { describeAnswer } from '../describe-answer.ts';
import { headOf } from '../../reading/whole-letters.ts';

/** Statuses for too many requests, which may be refused only for the moment. */
const forTheMoment: readonly number[] = [429, 503];

/**
 * Statuses for a conflict with another request. Nobody else uses the session, and a stream is sent after its chat is
 * answered, so only an earlier attempt that was given up may still be in progress.
 */
const forOthers: readonly number[] = [409, 423];

/**
 * The stream takes the same request as the chat (4.3): a chat and a stream with the same body both succeed or are both
 * refused. The exchanges come in such pairs.
 */
export const treatsChatAndStreamAlike: Expectation = (seen) => {
  const unlike = pairsIn(seen).filter(([chat, stream]) => isTaken(chat) !== isTaken(stream));
  const isMomentary = (pair: Pair): boolean =>
    pair.some(({ response: { status } }) => forTheMoment.includes(status)) ||
    (pair.some(({ attempt }) => attempt > 1) && pair.some(({ response }) => forOthers.includes(response.status)));
  const mismatches = unlike
    .filter((pair) => !isMomentary(pair))
    .map(([chat, stream]) => ({
      subject: `the stream of ${bodyOf(chat)}`,
      kind: { subject: 'the stream' },
      expected: `as for the chat, ${describeAnswer(chat.response)}`,
      observed: describeAnswer(stream.response),
      exchange: stream.id,
    }));
  const momentary = unlike.find(isMomentary);
  if (mismatches.length > 0 || momentary === undefined) return mismatches;
  const [chat, stream] = momentary;
  return {
    inconclusive: `the chat of ${bodyOf(chat)} got status ${chat.response.status}, and the stream ${stream.response.status}: one of them may be refused for the moment only`,
  };
};

type AnsweredExchange = Exchange & { readonly response: Answer };
type Pair = readonly [chat: AnsweredExchange, stream: AnsweredExchange];

function pairsIn(seen: readonly Exchange[]): readonly Pair[] {
  const of = (wanted: Operation) => seen.filter(({ operation }) => operation === wanted);
  const streams = of('stream');
  return of('chat').flatMap((chat, at): readonly Pair[] => {
    const stream = streams[at];
    return isAnswered(chat) && stream !== undefined && isAnswered(stream) ? [[chat, stream]] : [];
  });
}

function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.response.is === 'answer';
}

function isTaken({ response }: AnsweredExchange): boolean {
  return isSuccessStatus(response.status);
}

function bodyOf({ request }: Exchange): string {
  return headOf(Buffer.from(request.body).toString('utf8'), 60);
}
