import type { RequestRecord } from '../records/record.ts';

/**
 * Whose the time between intending a request and its first token was, or the end of an answer that is not streamed, in the order in which they had it; these parts of a
 * request add up to it. `lag` is before it was sent, `client` our own until the kernel sent its last byte, `way` one round
 * trip, `server` what the server claims of what is left then, and `rest` what nobody accounts for.
 */
export const partNames = ['lag', 'dns', 'connect', 'tls', 'client', 'way', 'server', 'rest'] as const;

export type PartName = (typeof partNames)[number];

/** In microseconds, whole numbers, so that sums are the same in any order. */
type Split = {
  readonly totalUs: number;
  /** By the names' order. */
  readonly partsUs: readonly number[];
  /** The server claims more than passed until its answer's head was here. */
  readonly claimsBeyond: boolean;
};

/** Servers round what they claim. */
const roundingMs = 1;

/** @param untilMs when the first token came, the first event where no rule tells, or what is not streamed was there */
export function splitOf(record: RequestRecord, sent: number, untilMs: number): Split {
  const { intended, headers = untilMs, dnsMs = 0, connectMs = 0, tlsMs = 0, transmitted, rttMs = 0, serverMs } = record;
  const totalUs = Math.max(0, microseconds(untilMs - intended));
  let leftUs = totalUs;
  // What one has had no other has: a round trip was longer at another time, and a claim is not believed beyond the rest.
  const take = (ms: number): number => {
    const part = Math.min(leftUs, Math.max(0, microseconds(ms)));
    leftUs -= part;
    return part;
  };
  const partsUs = [take(sent - intended), take(dnsMs), take(connectMs), take(tlsMs)];
  const opening = dnsMs + connectMs + tlsMs;
  partsUs.push(take(transmitted === undefined ? 0 : transmitted - sent - opening), take(rttMs), take(serverMs ?? 0));
  partsUs.push(leftUs);
  const passedMs = headers - (transmitted ?? sent);
  return { totalUs, partsUs, claimsBeyond: serverMs !== undefined && serverMs > passedMs + roundingMs };
}

/** Our client's own part of a request: from its timestamp to the kernel's, without what opening the connection took. */
export function clientMsOf({ sent, transmitted, dnsMs, connectMs, tlsMs }: RequestRecord): number | undefined {
  if (sent === undefined || transmitted === undefined) return undefined;
  return Math.max(0, transmitted - sent - (dnsMs ?? 0) - (connectMs ?? 0) - (tlsMs ?? 0));
}

function microseconds(ms: number): number {
  return Math.round(ms * 1000);
}
