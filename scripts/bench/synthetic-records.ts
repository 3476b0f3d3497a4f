import { closeSync, openSync, writeSync } from 'node:fs';
import { randomFrom } from '../../load/plan/random.ts';

/** One of `of` segments of a schedule, by its place from 0, and the run's id in its generator's records. */
type SyntheticSegment = { readonly place: number; readonly of: number; readonly run: string };

const pieceSize = 1 << 20;

/** Writes a requests.ndjson with `count` records of streams: a whole run, or one of several equal segments. */
export function writeRecords(path: string, count: number, segment?: SyntheticSegment): void {
  const { place, of } = segment ?? { place: 0, of: 1 };
  const planned = count * of;
  const random = randomFrom(segment?.place ?? 1, 'bench');
  const settings = {
    target: 'http://127.0.0.1:1',
    botId: 'b',
    arrivals: 'constant',
    ratePerS: 2000,
    planned,
    content: 'text',
    durationMs: planned / 2,
    warmupMs: 1000,
    maxInFlight: 1000,
    maxLagMs: 1000,
    timeoutMs: 60_000,
    slo: 'ttft.p95<800ms, gap.p99<200ms, failures<1%',
  };
  const header = {
    schema: 'assay.requests/1',
    t0UnixNs: 1.7e18 + place * 1e6,
    seed: 1,
    run: segment?.run ?? 'bench',
    scenario: 'stream',
    stamps: 'kernel',
    ...(segment && { segment: `${place}/${of}:${place + 1}/${of}` }),
    settings,
  };
  const file = openSync(path, 'w');
  let text = `${JSON.stringify(header)}\n`;
  for (let each = 0; each < count; each += 1) {
    text += `${JSON.stringify(recordAt(each * of + place, random, segment))}\n`;
    if (text.length < pieceSize && each < count - 1) continue;
    writeSync(file, text);
    text = '';
  }
  closeSync(file);
}

const eventsEach = 20;

/** A record of a stream, as k6 writes it. Its times are random; its place in the schedule is not. */
function recordAt(
  index: number,
  random: () => number,
  { run = '5f0c2a91d7e4' }: Partial<SyntheticSegment> = {},
): object {
  const micros = (ms: number): number => Math.round(ms * 1000) / 1000;
  const intended = index / 2;
  const sent = micros(intended + random());
  const first = sent + 150 + 100 * random();
  const events = Array.from({ length: eventsEach }, (_, place) => micros(first + place * 20 + 10 * random()));
  const isOk = index % 500 !== 0;
  return {
    id: `${run}-${index}`,
    index,
    scenario: 'stream',
    operation: 'stream',
    intended,
    sent,
    headers: micros(first - 20),
    firstByte: events[0],
    events,
    firstEvent: events[0],
    firstContent: events[0],
    end: micros(first + 420),
    status: 200,
    outcome: isOk ? 'ok' : 'truncated',
    bytes: 1834,
    coalesced: 0,
    early: 0,
    ownDelay: micros(random()),
    credits: 1,
    reused: index > 1000,
  };
}
