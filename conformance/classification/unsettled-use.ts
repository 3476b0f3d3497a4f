import type { Exchange } from '../model/exchange.ts';
import { classify, isStillSending, type Judges } from './classify.ts';

/** Why it is unknown whether a use was charged. */
export type UnsettledUse = {
  /** What came instead of an answer that tells it. */
  readonly got: string;
  readonly remedy?: string;
  /**
   * It may come out differently where it is begun anew: the target said "not now"; or it waited behind others of ours, or was
   * still coming, so that more time may be enough.
   */
  readonly isPutOff?: 'refused' | 'late';
};

/** A time limit that may be enough, as a multiple of the one that was not. */
const longerLimit = 4;

/** Of what may be charged: undefined where the target, or what stands before it, said what became of it, or never had it. */
export function unsettledUseOf(exchange: Exchange, judges: Judges): UnsettledUse | undefined {
  const { response } = exchange;
  const classification = classify(exchange, judges);
  if (isBodyLate(exchange)) {
    const limit = withinLimit(exchange);
    const { inFlight = 1 } = exchange;
    const others = inFlight > 1 ? ` while ${inFlight} requests were in flight` : '';
    const fewer = inFlight > 1 ? ' or --concurrency 1' : '';
    return {
      got: `${response.is === 'answer' ? 'nothing of a body' : 'no response header'} within ${limit.words}${others}`,
      remedy: `try --timeout ${limit.longerS}s${fewer}`,
      ...(exchange.waited === true ? { isPutOff: 'late' } : {}),
    };
  }
  switch (classification.is) {
    case 'slow': {
      if (!isOutOfTime(exchange)) return { got: `no usable answer (${classification.told})` };
      const { words, longerS } = withinLimit(exchange);
      return { got: `no end of its answer within ${words}`, remedy: `try --timeout ${longerS}s`, isPutOff: 'late' };
    }
    case 'noResponse':
    case 'unfinished':
      return { got: `no usable answer (${classification.mismatch.observed})` };
    case 'outage': {
      const isOfServer = response.is === 'answer' && response.status >= 500;
      return isOfServer ? { got: classification.because, isPutOff: 'refused' } : undefined;
    }
    case 'judgeable':
      return undefined;
  }
}

/** Its time limit ended it before anything of its body came. */
export function isBodyLate({ response, request }: Exchange): boolean {
  if (request.noResponse !== undefined) return false;
  return response.is === 'answer'
    ? response.ending === 'timeout' && response.body.length === 0
    : response.because === 'timeout';
}

/** The same, or it was still coming: with more time there may be an answer. */
export function isOutOfTime(exchange: Exchange): boolean {
  const { response } = exchange;
  return (
    isBodyLate(exchange) || (response.is === 'answer' && response.ending === 'timeout' && isStillSending(response))
  );
}

function withinLimit({ response }: Exchange): { readonly words: string; readonly longerS: number } {
  const seconds = response.endedAtMs / 1_000;
  return { words: `${seconds.toFixed(1)} s`, longerS: longerLimit * Math.max(1, Math.round(seconds)) };
}
