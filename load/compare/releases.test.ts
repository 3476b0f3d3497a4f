import { describe, expect, it } from 'vitest';
import { distributions, syntheticRecords, type Synthetic } from '../differences/synthetic.testing.ts';
import { runSamples } from '../differences/run-samples.ts';
import { summaryOf } from '../figures/summary.ts';
import { header } from '../records/records.testing.ts';
import { judgedLoad } from '../verdict/judged-load.ts';
import { collectInputs } from './comparable.ts';
import type { ReleaseStep } from './comparison.ts';
import { parseFailIf } from './fail-if.ts';
import { compareReleases, type Release } from './releases.ts';

const usual = { within: 0.05, asked: undefined, limits: [] } as const;

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
    const { steps, whole } = compareReleases(of, usual);
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['3', '4'],
    ]);
    expect(steps.map((step) => wordOf(step))).toEqual(['slower', 'undecided', 'faster']);
    expect([whole?.from, whole?.to, wordOf(whole)]).toEqual(['1', '4', 'undecided']);
    expect(compareReleases(of.slice(0, 2), usual).whole).toBeUndefined();
  });

  it('keep the label of each run', () => {
    const of = [release('1', 1, 1), release('2', 1.4, 2)].map(({ name, run }) => ({
      name,
      run: { ...run, load: { ...run.load, label: `v${name}` } },
    }));
    const [step] = compareReleases(of, usual).steps;
    const sides = step?.is === 'compared' ? [step.comparison.a.label, step.comparison.b.label] : [];
    expect(sides).toEqual(['v1', 'v2']);
  });

  it('of which two cannot be compared are so at that step only', () => {
    const of = [release('1', 1, 1), release('2', 1.4, 2), release('3', 1.4, 3, { ratePerS: 11 })];
    const { steps, whole } = compareReleases(of, usual);
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
      .map((each) => [each, pOf(compareReleases([one, each], usual).steps[0])] as const)
      .find(([, each]) => each <= 0.05) ?? [one, 1];
    expect(p).toBeGreaterThan(0.05 / 20);
    expect(wordOf(compareReleases([one, next], usual).steps[0])).toBe('slower');
    const many = Array.from({ length: 20 }, () => next);
    expect(wordOf(compareReleases([one, ...many], usual).steps[0])).toBe('undecided');
  });

  it('end by their limits, whose intervals hold together over all comparisons', () => {
    const [one, same, slow] = [release('1', 1, 1), release('2', 1, 2), release('3', 1.4, 3)];
    const codeOf = (text: string, ...of: readonly Release[]) => {
      const parsed = parseFailIf(text);
      return compareReleases(of, { ...usual, limits: parsed.is === 'limits' ? parsed.limits : [] });
    };
    expect(codeOf('ttft.p50>+20%', one, same, slow).exitCode).toBe(1);
    expect(codeOf('ttft.p50>+30%', one, same).exitCode).toBe(0);
    expect(codeOf('ttft.p50>+40%', one, slow).exitCode).toBe(2);
    expect(compareReleases([one, same, slow], usual).exitCode).toBe(0);
    const other = release('4', 1, 4, { ratePerS: 11 });
    expect(codeOf('ttft.p50>+30%', one, same, other).exitCode).toBe(2);
    const widthOf = (step: ReleaseStep | undefined): number => {
      const bound = step?.is === 'compared' ? step.comparison.failIf?.bounds[0] : undefined;
      const [low, high] = bound?.difference?.interval ?? [0, 0];
      return high - low;
    };
    const alone = widthOf(codeOf('ttft.p50>+20%', one, same).steps[0]);
    expect(widthOf(codeOf('ttft.p50>+20%', one, same, slow).steps[0])).toBeGreaterThan(alone);
  });

  it('whose goodput is of two SLOs are not compared in it where it is asked for', () => {
    const of = [release('1', 1, 1, { slo: 'ttft.p95<800ms' }), release('2', 1, 2, { slo: 'ttft.p95<900ms' })];
    expect(wordOf(compareReleases(of, { ...usual, asked: [{ name: 'goodput' }] }).steps[0])).toBe(
      'the SLO, by which goodput counts: ttft.p95<800ms and ttft.p95<900ms',
    );
  });
});
