import { describe, expect, it } from 'vitest';
import { distributions, syntheticRecords, type Synthetic } from '../differences/synthetic.testing.ts';
import { runSamples } from '../differences/run-samples.ts';
import { summaryOf } from '../figures/summary.ts';
import { header } from '../records/records.testing.ts';
import { judgedLoad } from '../verdict/judged-load.ts';
import { collectInputs } from './comparable.ts';
import { compareReleases, type Release, type ReleaseStep } from './releases.ts';

const within = 0.05;

function release(name: string, slower: number, seed: number, changes: Partial<typeof header.settings> = {}): Release {
  const ttftMs: Synthetic['ttftMs'] = (z) => slower * distributions.lognormal(z);
  const settings = { ...header.settings, durationMs: 100_000, warmupMs: 0, ratePerS: 10, planned: 1_000, ...changes };
  const records = syntheticRecords({ requests: 1_000, ttftMs, failures: 0, seed }, { settings });
  const whole = { ...header, stamps: 'kernel' as const, settings: { ...settings, planned: records.length } };
  const [summary, samples, inputs] = [summaryOf(whole), runSamples(whole), collectInputs()];
  for (const each of records) {
    summary.add(each);
    samples.add(each);
    inputs.add(each);
  }
  return { name, run: { load: judgedLoad(summary.load()), inputs: inputs.result(), samples: samples.result() } };
}

function wordOf(step: ReleaseStep | undefined, quantity = 'ttft.p50'): string | undefined {
  return step?.is === 'compared'
    ? step.comparison.quantities.find((each) => each.quantity === quantity)?.word
    : step?.because;
}

describe('releases in their order', () => {
  it('are each held against the one before, and the last against the first', () => {
    const of = [release('1', 1, 1), release('2', 1.4, 2), release('3', 1.4, 3), release('4', 1, 4)];
    const { steps, whole } = compareReleases(of, { within });
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['3', '4'],
    ]);
    expect(steps.map((step) => wordOf(step))).toEqual(['slower', 'undecided', 'faster']);
    expect([whole?.from, whole?.to, wordOf(whole)]).toEqual(['1', '4', 'undecided']);
    expect(compareReleases(of.slice(0, 2), { within }).whole).toBeUndefined();
  });

  it('of which two cannot be compared are so at that step only', () => {
    const of = [release('1', 1, 1), release('2', 1.4, 2), release('3', 1.4, 3, { ratePerS: 11 })];
    const { steps, whole } = compareReleases(of, { within });
    expect(wordOf(steps[0])).toBe('slower');
    expect([wordOf(steps[1]), wordOf(whole)]).toEqual(['the rate: 10 and 11', 'the rate: 10 and 11']);
  });

  it('share the error of one comparison: what would be a difference alone is undecided among many', () => {
    const one = release('1', 1, 1);
    const pOf = (step: ReleaseStep | undefined): number => {
      const found = step?.is === 'compared' ? step.comparison.quantities : [];
      return found.find(({ quantity }) => quantity === 'ttft.p50')?.adjustedP ?? 1;
    };
    // Of ever larger differences the first that two runs show.
    const [next, p] = [1.06, 1.07, 1.08, 1.09, 1.1, 1.11, 1.12]
      .map((factor) => release('2', factor, 2))
      .map((each) => [each, pOf(compareReleases([one, each], { within }).steps[0])] as const)
      .find(([, each]) => each <= 0.05) ?? [one, 1];
    expect(p).toBeGreaterThan(0.05 / 20);
    expect(wordOf(compareReleases([one, next], { within }).steps[0])).toBe('slower');
    const many = Array.from({ length: 20 }, () => next);
    expect(wordOf(compareReleases([one, ...many], { within }).steps[0])).toBe('undecided');
  });
});
