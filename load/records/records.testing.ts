import type { RequestRecord } from './record.ts';
import type { RequestsHeader } from './requests.ts';

/** The header and records that the tests of this folder vary. */
export const header: RequestsHeader = {
  schema: 'assay.requests/1',
  t0UnixNs: 1_795_239_824_999_523_000,
  t0MonotonicNs: 1_487_862_994_985,
  seed: 1,
  run: '8579e9cd7487',
  scenario: 'stream',
  stamps: 'kernel',
  settings: {
    target: 'http://127.0.0.1:8123',
    botId: 'b',
    arrivals: 'constant',
    ratePerS: 2,
    durationMs: 2_000,
    warmupMs: 500,
    maxInFlight: 100,
    maxLagMs: 1_000,
    timeoutMs: 60_000,
    planned: 4,
    content: 'delta.text',
  },
};

export function record(index: number, changes: Partial<RequestRecord> = {}): RequestRecord {
  const intended = index * 500;
  const made: RequestRecord = {
    id: `8579e9cd7487-${index}`,
    index,
    scenario: 'stream',
    intended,
    sent: intended + 1,
    headers: intended + 50,
    firstByte: intended + 100,
    events: [intended + 100, intended + 120, intended + 140],
    eventsDropped: 0,
    firstEvent: intended + 100,
    firstContent: intended + 100,
    end: intended + 150,
    status: 200,
    outcome: 'ok',
    bytes: 300,
    coalesced: 0,
    reused: false,
    ...changes,
  };
  if (made.outcome !== 'notSent') return made;
  const {
    sent: _,
    headers: __,
    firstByte: ___,
    firstEvent: ____,
    firstContent: _____,
    status: ______,
    ...unsent
  } = made;
  return unsent;
}
