import { answersIn, isNoSuchService } from '../../classification/no-such-service.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { rawOf, type Call } from '../../model/probe.ts';

/**
 * Fewest answers before a target is taken for another service: some services are behind a waiting page until they have
 * started, so that a right answer may still come.
 */
const leastAnswers = 24;
/** Answers after which the target counts as a service, also where the list of voices was never asked for. */
const mostAnswers = 60;
/**
 * A longer body makes the target count as a service: no page needs that much to say that there is nothing, and the
 * bodies are kept to compare them.
 */
const longestBytes = 1_000_000;
/**
 * Operations that are asked for all the same: they cost nothing, and show whether the target is a service. The run
 * reports what is wrong with the list of voices.
 */
const asked: readonly Operation[] = ['voices', 'bots'];

/** Knows when a target is no service of this interface, so that further requests are of no use. */
export type NoServiceBreaker = {
  readonly note: (exchange: Exchange) => void;
  readonly reasonToSkip: (call: Pick<Call, 'operation' | 'unusual'>) => string | undefined;
};

type Known = 'unknown' | 'service' | 'none';

/** `first`: exchanges from before the run. */
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
