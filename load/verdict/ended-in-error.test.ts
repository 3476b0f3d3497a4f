import { describe, expect, it } from 'vitest';
import { refusals, setupDifferences } from '../compare/comparable.ts';
import { runSamples } from '../differences/run-samples.ts';
import type { LoadSettings } from '../records/settings.ts';
import { header, record } from '../records/records.testing.ts';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { loadOf } from './judged.testing.ts';
import type { Load } from './load.ts';

/** Half a reply, then an event with an error object; every fifth stream of 120. */
const half = { broke: 'noError', judged: 'noError' } as const;
const everyFifth = (index: number) => (index % 5 === 4 ? { ...half, end: index * 500 + 105 } : {});
/** The same where nothing was said before it. */
const onlyError = (index: number) => {
  const { firstContent: _, ...others } = record(index, index % 5 === 4 ? half : {});
  return index % 5 === 4 ? { ...others, firstContent: undefined } : {};
};

function judged(slo: string, change: Parameters<typeof loadOf>[0] = {}): Load {
  const settings: Partial<LoadSettings> = { slo };
  return judgedLoad(loadOf({ change: everyFifth, ...change, settings }));
}

const boundsOf = ({ slo }: Load) => slo?.bounds.map(({ is, value, best }) => [is, value, best]);

describe('streams that end in an event with an error object', () => {
  it('are counted as answered and as failed: what lies between is not judged, and says why', () => {
    const load = judged('failures<10%, goodput>90%');
    expect(boundsOf(load)).toEqual([
      ['inconclusive', 20, 0],
      ['inconclusive', 80, 100],
    ]);
    const why =
      '24 streams ended in an event with an error object, and the document does not show whether that is a failure';
    expect(load.slo?.bounds.map(({ because }) => because)).toEqual([
      `it lies between 0 and 20 %, since ${why}`,
      `it lies between 80 and 100 %, since ${why}`,
    ]);
    expect([load.counts, load.failures, loadExitCode(load)]).toMatchObject([{ ok: 120, failed: 0 }, {}, 2]);
  });

  it('meet what the worse end meets', () => {
    const load = judged('failures<30%, goodput>70%');
    expect(boundsOf(load)).toEqual([
      ['met', 20, 0],
      ['met', 80, 100],
    ]);
    expect(loadExitCode(load)).toBe(0);
  });

  it('violate what the better end violates', () => {
    const change = (index: number) => (index % 5 === 3 ? { outcome: 'http-500', status: 500 } : everyFifth(index));
    const load = judged('failures<10%, goodput>90%', { change });
    expect(boundsOf(load)).toEqual([
      ['violated', 40, 20],
      ['violated', 60, 80],
    ]);
    expect(loadExitCode(load)).toBe(1);
  });

  it('have no times: half a reply is there sooner than a whole one', () => {
    const load = judged('e2e.p90<1s');
    expect([load.e2eMs.n, load.ttftMs.n, load.e2eMs.min]).toEqual([96, 96, 150]);
    expect(load.slo?.bounds[0]).toMatchObject({
      is: 'inconclusive',
      because: expect.stringContaining('24 streams ended in an event with an error object'),
    });
    expect(load.series.windows.reduce((sum, { failed }) => sum + failed, 0)).toBe(0);
    expect(load.requests?.endedInError?.map(({ id }) => id)[0]).toBe('8579e9cd7487-4');
  });

  it('leave the time to first token to the others, where they said nothing else', () => {
    const load = judged('ttft.p50<1s, failures<30%', { change: onlyError });
    expect([load.ttftMs.n, load.ttftMs.unclaimed]).toEqual([96, undefined]);
    expect(load.slo?.is).toBe('met');
    expect(load.validity?.notes).toEqual([]);
  });

  it('may be charged or not', () => {
    const load = loadOf({ change: (index) => ({ ...everyFifth(index), credits: 1 }) });
    expect([load.creditsForAnswers, load.credits]).toEqual([96, 120]);
  });

  it('are told by a comparison, whose times are without them too', () => {
    const runOf = (change: (index: number) => object) => ({
      load: judgedLoad(loadOf({ change })),
      inputs: { formats: [], schedule: '' },
    });
    const [none, some] = [runOf(() => ({})), runOf(everyFifth)];
    expect(refusals(none, some)).toEqual([]);
    expect(setupDifferences(none, some)).toEqual([
      { what: 'streams that ended in an error object', a: '0 of 120', b: '24 of 120' },
    ]);
    const samples = runSamples({ ...header, settings: { ...header.settings, warmupMs: 0, durationMs: 60_000 } });
    for (let index = 0; index < 120; index += 1) samples.add(record(index, everyFifth(index)));
    expect(samples.result().censored.ttft.of).toBe(96);
  });
});
