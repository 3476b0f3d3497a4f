import { answersIn, isNoSuchService } from '../../classification/no-such-service.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { rawOf, type Call } from '../../model/probe.ts';

/** Of fewer, the first that is right may not have come yet: some services are behind a page until they have started. */
const leastAnswers = 24;
/** Behind so many nobody asks any more whether it is one. */
const mostAnswers = 60;
/** No page says so much to tell that there is nothing, and what is compared is kept. */
const longestBytes = 1_000_000;
/** What costs nothing, and shows whether it is one: a run says of the list of voices what is wrong. */
const asked: readonly Operation[] = ['voices', 'bots'];

/** Knows when what answers is no such service, so that there is no use in asking it more. */
export type NoServiceBreaker = {
  readonly note: (exchange: Exchange) => void;
  readonly reasonToSkip: (call: Pick<Call, 'operation' | 'unusual'>) => string | undefined;
};

type Known = 'unknown' | 'service' | 'none';

/** `first`: what was asked before the run. */
export function createNoServiceBreaker(first: readonly Exchange[] = []): NoServiceBreaker {
  const seen = [...first];
  let is: Known = 'unknown';
  const judged = (): Known => {
    const answers = answersIn(seen);
    if (answers.some(({ response }) => response.body.length > longestBytes)) return 'service';
    if (answers.length < leastAnswers) return 'unknown';
    if (isNoSuchService(answers)) return 'none';
    // The list of voices may not have been asked for yet.
    return seen.some(({ operation }) => operation === 'voices') || answers.length >= mostAnswers
      ? 'service'
      : 'unknown';
  };
  return {
    note: (exchange) => {
      if (is !== 'unknown') return;
      seen.push(exchange);
      is = judged();
      if (is !== 'unknown') seen.length = 0;
    },
    reasonToSkip: (call) =>
      is === 'none' && (rawOf(call) !== undefined || !asked.includes(call.operation)) ? noService : undefined,
  };
}

const noService = `not sent: none of the first ${leastAnswers} answers is one of this interface`;
