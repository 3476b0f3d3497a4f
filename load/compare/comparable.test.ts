import { describe, expect, it } from 'vitest';
import { judgedLoad } from '../verdict/judged-load.ts';
import type { LoadSettings } from '../records/settings.ts';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from '../records/records.testing.ts';
import { collectInputs, refusals, toldDifferences, type ComparableRun } from './comparable.ts';

const base: LoadSettings = { ...header.settings, planned: 4 };

function run(changes: Partial<LoadSettings> = {}, scenario = 'stream', formats: readonly string[] = []): ComparableRun {
  const settings = { ...base, ...changes };
  const summary = summaryOf({ ...header, scenario, settings });
  [0, 1, 2, 3].map((index) => record(index)).forEach(summary.add);
  return { load: judgedLoad(summary.load()), inputs: { formats, schedule: '4 requests' } };
}

describe('two runs that are no answer to one question', () => {
  it.each([
    ['the arrivals', { arrivals: 'poisson' }, 'constant', 'poisson'],
    ['the rate', { ratePerS: 3 }, '2', '3'],
    ['the duration in ms', { durationMs: 2001 }, '2000', '2001'],
    ['the warm-up in ms', { warmupMs: 400 }, '500', '400'],
    ['the peak rate', { peakRatePerS: 9 }, 'not set', '9'],
    ['the turns of a session', { turns: 3 }, 'not set', '3'],
    ['the think time in ms', { thinkMs: 5 }, 'not set', '5'],
    ['the mix', { mix: 'stream=1' }, 'not set', 'stream=1'],
    ['the same input each time', { sameInput: true }, 'not set', 'true'],
    ['the most requests in flight', { maxInFlight: 9 }, '100', '9'],
    ['the longest lag in ms', { maxLagMs: 9 }, '1000', '9'],
    ['the time-out in ms', { timeoutMs: 9 }, '60000', '9'],
    ['the rule for events with text of the reply', { content: 'event=token' }, 'delta.text', 'event=token'],
  ] as const)('differ in %s, and both values are told', (what, changes, a, b) => {
    expect(refusals(run(), run(changes))).toEqual([{ what, a, b }]);
    expect(refusals(run(changes), run())).toEqual([{ what, a: b, b: a }]);
  });

  it('may differ in duration where one of them ended once it was precise enough', () => {
    const ended = run({ durationMs: 2001, askedMs: 9000, until: 'ttft.p50±5%' });
    expect([refusals(run(), ended), refusals(ended, run())]).toEqual([[], []]);
    expect(toldDifferences(run(), ended)).toContainEqual({ what: 'the duration in ms', a: '2000', b: '2001' });
  });

  it('are of two scenarios, or of one that ends where it will', () => {
    expect(refusals(run(), run({}, 'chat'))).toEqual([{ what: 'the scenario', a: 'stream', b: 'chat' }]);
    const capacity = run({ steps: 2, peakRatePerS: 4 }, 'capacity');
    expect(refusals(capacity, capacity).map(({ what }) => what)).toContain('the length of the run');
  });

  it('speak other formats', () => {
    const [mp3, wav] = [run({}, 'speech', ['mp3']), run({}, 'speech', ['wav'])];
    expect(refusals(mp3, wav)).toEqual([{ what: 'the audio format', a: 'mp3', b: 'wav' }]);
  });

  it('are not measured, either of them or both', () => {
    const cut = run({ planned: 9 });
    for (const [a, b] of [
      [run(), cut],
      [cut, run()],
      [cut, cut],
    ] as const)
      expect(refusals(a, b)).toMatchObject([{ what: 'the verdict about the instrument' }]);
  });
});

describe('two runs that can be compared', () => {
  it('may have another target, bot, SLO, and say so', () => {
    const other = run({ target: 'http://127.0.0.1:9', botId: 'c', slo: 'failures<1%' });
    expect(refusals(run(), other)).toEqual([]);
    expect(toldDifferences(run(), other).map(({ what }) => what)).toEqual(['target', 'bot', 'SLO']);
    expect(toldDifferences(run(), run())).toEqual([]);
    const judged = { ...run(), load: { ...run().load, judged: { own: { n: 4, broke: 0 }, json: { n: 4, broke: 0 } } } };
    expect(toldDifferences(run(), judged)).toEqual([
      { what: 'rules that answers were judged by', a: 'none', b: 'json, own' },
    ]);
  });
});

describe('what only the records tell', () => {
  it('is the same in any order, and another for other times', () => {
    const inputsOf = (records: readonly ReturnType<typeof record>[]) => {
      const fold = collectInputs();
      records.forEach(fold.add);
      return fold.result();
    };
    const [one, two] = [record(0, { format: 'mp3' }), record(1)];
    expect(inputsOf([one, two])).toEqual(inputsOf([two, one]));
    expect(inputsOf([one, two]).formats).toEqual(['mp3']);
    expect(inputsOf([one, two]).schedule).not.toBe(inputsOf([one, { ...two, intended: 501 }]).schedule);
    // The canary is the instrument's.
    expect(inputsOf([one, two, record(-1)])).toEqual(inputsOf([one, two]));
  });
});
