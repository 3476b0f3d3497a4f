import { describe, expect, it } from 'vitest';
import type { Load } from './load.ts';
import { record, header } from '../records/records.testing.ts';
import { summaryOf } from '../figures/summary.ts';
import { ownShareNotes } from './own-share.ts';

/** Requests whose first token came 1,000 ms after they were intended. */
function loadOf(count: number, lagMs: number, clientMs: number, serverMs = 900): Load {
  const settings = { ...header.settings, durationMs: count * 500, warmupMs: 0, planned: count };
  const summary = summaryOf({ ...header, settings });
  for (let index = 0; index < count; index += 1) {
    const [sent, first] = [index * 500 + lagMs, index * 500 + 1_000];
    const times = { sent, transmitted: sent + clientMs, headers: first, firstEvent: first, firstContent: first };
    summary.add(record(index, { ...times, end: first + 50, serverMs }));
  }
  return summary.load();
}

describe('what is said of our own share', () => {
  it.each([
    ['nothing up to a hundredth', 100, 10, 10, []],
    ['the lag beyond it', 100, 20, 10, ["lag p99 20 ms, 2 % of TTFT's p99 (1000 ms)"]],
    ['the client beyond it', 100, 1, 25, ["our client p99 25 ms, 2.5 % of TTFT's p99 (1000 ms)"]],
    ['the largest, of few', 9, 20, 1, ['lag at most 20 ms, 2 % of the longest TTFT (1000 ms)']],
  ])('%s', (_, count, lagMs, clientMs, notes) => {
    expect(ownShareNotes(loadOf(count, lagMs, clientMs))).toEqual(notes);
  });

  it('beside the E2E latency, where nothing is streamed', () => {
    const summary = summaryOf({
      ...header,
      settings: { ...header.settings, durationMs: 10_000, warmupMs: 0, planned: 20 },
    });
    for (let index = 0; index < 20; index += 1) {
      const {
        firstEvent: _,
        firstContent: __,
        ...whole
      } = record(index, { sent: index * 500 + 5, end: index * 500 + 100 });
      summary.add(whole);
    }
    expect(ownShareNotes(summary.load())).toEqual(['lag at most 5 ms, 5 % of the longest E2E latency (100 ms)']);
  });

  it('that the server claims more than passed', () => {
    expect(ownShareNotes(loadOf(100, 1, 1, 1_001))).toEqual([
      'in 100 of 100 answers with Server-Timing, it states more time than passed before the answer began',
    ]);
  });
});
