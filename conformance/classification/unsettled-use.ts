import type { JudgedOutcomes } from '../model/probe.ts';
import { isConnectionDropped, type Exchange } from '../model/exchange.ts';
import { classify, isStillSending, longerLimitS } from './classify.ts';

/** Why it is unknown whether a use was charged. */
export type UnsettledUse = {
  /** What came instead of an answer that tells it. */
  readonly got: string;
  readonly remedy?: string;
  /**
   * Set where the use may come out differently when it is begun anew. `refused`: the target said "not now". `late`: the
   * request waited behind others of this run, or its answer was still coming, so that more time may be enough.
   * `dropped`: the connection was dropped before anything came, as in front of servers that come and go.
   */
  readonly isPutOff?: 'refused' | 'late' | 'dropped';
};

/** Factor of the time limit with which a late probe is begun anew. */
const patientTimes = 3;

/**
 * Why it is unknown whether a use was charged; undefined where the target, or what is in front of it, said what became
 * of it, or never got it. `isPatient`: it had more time than the limit, as it was late before.
 */
export function unsettledUseOf(
  exchange: Exchange,
  { isPatient = false, ...judges }: JudgedOutcomes & { readonly isPatient?: boolean | undefined },
): UnsettledUse | undefined {
  const { response } = exchange;
  const limit = withinLimit(exchange, isPatient ? patientTimes : 1);
  const classification = classify(exchange, judges);
  if (isBodyLate(exchange)) {
    const { inFlight = 1 } = exchange;
    const others = inFlight > 1 ? ` while ${inFlight} requests were in flight` : '';
    const fewer = inFlight > 1 ? ' or --concurrency 1' : '';
    return {
      got: `${response.is === 'answer' ? 'nothing of a body' : 'no response header'} within ${limit.words}${others}`,
      remedy: `try --timeout ${limit.longerS}s${fewer}`,
      ...(exchange.waited === true || (!isPatient && response.othersWaited === true) ? { isPutOff: 'late' } : {}),
    };
  }
  switch (classification.is) {
    case 'slow': {
      if (!isOutOfTime(exchange)) return { got: `no usable answer (${classification.observed})` };
      const got = `no end of its answer within ${limit.words}`;
      return { got, remedy: `try --timeout ${limit.longerS}s`, isPutOff: 'late' };
    }
    case 'noResponse':
    case 'unfinished': {
      const got = `no usable answer (${classification.mismatch.observed})`;
      return {
        got,
        ...(isConnectionDropped(exchange) && { isPutOff: 'dropped' }),
        ...(exchange.waited === true && { isPutOff: 'late' }),
      };
    }
    case 'outage': {
      if (exchange.othersLost === true)
        return { got: `no end of its answer (${classification.observed})`, isPutOff: 'dropped' };
      const isOfServer = response.is === 'answer' && response.status >= 500;
      return isOfServer ? { got: classification.because, isPutOff: 'refused' } : undefined;
    }
    case 'judgeable':
      return undefined;
  }
}

/** True where the time limit ended the attempt before any byte of its body came. */
export function isBodyLate({ response, request }: Exchange): boolean {
  if (request.noResponse !== undefined) return false;
  return response.is === 'answer'
    ? response.ending === 'timeout' && response.body.length === 0
    : response.because === 'timeout';
}

/** True where the attempt got no byte of its body, or its answer was still coming: with more time there may be one. */
export function isOutOfTime(exchange: Exchange): boolean {
  const { response } = exchange;
  return (
    isBodyLate(exchange) || (response.is === 'answer' && response.ending === 'timeout' && isStillSending(response))
  );
}

function withinLimit(
  { response: { endedAtMs } }: Exchange,
  hadTimes: number,
): { readonly words: string; readonly longerS: number } {
  return { words: `${(endedAtMs / 1_000).toFixed(1)} s`, longerS: longerLimitS(endedAtMs, hadTimes) };
}
