import { describe, expect, it } from 'vitest';
import { judgedLoad } from './judged-load.ts';
import { loadOf, reasonsOf } from './judged.testing.ts';

describe('what the flags of a run let its figures be', () => {
  it('is told in its notes: credits that cut the schedule, and one input that a cache may answer', () => {
    const settings = { maxCredits: 118, learningCredits: 2, requestsAsked: 300 };
    const notes = (more: object): readonly string[] | undefined =>
      judgedLoad(loadOf({ settings: more })).validity?.notes;
    expect(notes(settings)).toEqual(['--max-credits 120 covers 120 of 300 requests; the schedule ended there']);
    expect(notes({ sameInput: true })).toEqual([
      'every request had the same input (--same-input), so that a cache may have answered',
    ]);
    // Not the credits ended this one.
    expect(notes({ ...settings, askedMs: 90_000 })).toEqual([]);
    expect(notes({ maxCredits: 500 })).toEqual([]);
    // What a report says of wrong answers is then less than it says of others.
    expect(notes({ repeatsFrom: '3 stream replies were cut off' })).toEqual([
      'replies were not checked for the marks of their own requests: 3 stream replies were cut off',
    ]);
    expect(notes({ repeats: 'stream', repeatsFrom: '2 of 2' })).toEqual([]);
  });
});

describe('how many requests an interval needs', () => {
  it('is one number, of the run and of its bound, where some of them failed', () => {
    const change = (index: number) => (index % 10 === 0 ? { outcome: 'reset', events: [] } : {});
    const load = loadOf({ settings: { slo: 'ttft.p99.9<1s' }, change });
    const [bound] = judgedLoad(load).slo?.bounds ?? [];
    expect(bound?.undecided).toEqual({ is: 'tooFew', requests: 3_700, atLeast: true });
    expect(bound?.because).toBe('it has 120 of the 1000 samples that its value needs; raise --duration or --rate');
    expect(reasonsOf(load)).toEqual([
      'too few samples: ttft.p99.9<1000ms needs about 3,700 requests for an interval, and there are 120',
    ]);
  });
});
