import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampledNames, shareAliases, shareNames } from '../differences/quantities.ts';
import { judgeQuantities } from '../differences/judge.ts';
import { judgeFailIf, parseFailIf, type FailIfLimit } from './fail-if.ts';
import { distributions, syntheticRun } from '../differences/synthetic.testing.ts';

const limits = (text: string): readonly FailIfLimit[] => {
  const parsed = parseFailIf(text);
  if (parsed.is === 'wrong') throw new Error(parsed.because);
  return parsed.limits;
};

describe('limits of differences', () => {
  it.each([
    ['ttft.p95>+5%', { asked: { name: 'ttft', percent: 95 }, relation: '>', limit: 0.05, isRelative: true }],
    ['gap.p99.9 > +20ms', { asked: { name: 'gap', percent: 99.9 }, relation: '>', limit: 20, isRelative: false }],
    ['e2e.p50>+1.1s', { asked: { name: 'e2e', percent: 50 }, relation: '>', limit: 1100, isRelative: false }],
    ['ttft.p50>-10%', { asked: { name: 'ttft', percent: 50 }, relation: '>', limit: -0.1, isRelative: true }],
    ['wrong>+0.01%', { asked: { name: 'wrong' }, relation: '>', limit: 0.01, isRelative: false }],
    ['failures>+0.1%', { asked: { name: 'failures' }, relation: '>', limit: 0.1, isRelative: false }],
    ['answered<-5%', { asked: { name: 'rate' }, relation: '<', limit: -0.05, isRelative: true }],
    ['rate<-5%', { asked: { name: 'rate' }, relation: '<', limit: -0.05, isRelative: true }],
    ['rtf.p95>+0.02', { asked: { name: 'rtf', percent: 95 }, relation: '>', limit: 0.02, isRelative: false }],
    ['chars.p50<-3/s', { asked: { name: 'chars', percent: 50 }, relation: '<', limit: -3, isRelative: false }],
  ])('%s', (text, limit) => {
    expect(limits(text)).toEqual([{ ...limit, text }]);
  });

  it('are read from a list', () => {
    expect(limits('ttft.p95>+5%, failures>+0.1%').map(({ text }) => text)).toEqual(['ttft.p95>+5%', 'failures>+0.1%']);
  });

  it.each([
    ['', 'not a limit of a difference; expected one such as ttft.p95>+5%'],
    ['ttft.p95>5%', 'expected one such as ttft.p95>+5%'],
    ['ttft>+5%', 'ttft differs between requests; expected p50 to p99.9, such as ttft.p95'],
    ['ttft.p10>+5%', 'expected p50 to p99.9'],
    ['tfft.p95>+5%', '"tfft" is not a quantity; expected ttfe, ttft'],
    ['failures.p95>+5%', 'expected failures without .p95'],
    ['ttft.p95<+5%', 'ttft.p95 is good when it is low; expected >, observed <'],
    ['rate>+5%', 'rate is good when it is high; expected <, observed >'],
    ['failures>+5ms', 'failures is not measured in "ms"; expected %'],
    ['ttft.p95>+5', 'ttft.p95 has no unit; expected % or ms or s'],
  ])('%j is told what would be right', (text, says) => {
    expect(parseFailIf(text)).toMatchObject({ is: 'wrong', because: expect.stringContaining(says) });
  });
});

describe('a judged limit', () => {
  const run = (seed: number, factor: number) =>
    syntheticRun({ seed, requests: 1500, ttftMs: (z) => factor * distributions.lognormal(z), failures: 0.002 });
  const slower = { is: 'runs', a: run(1, 1), b: run(2, 1.3) } as const;

  it.each([
    ['ttft.p50>+10%', 'exceeded'],
    ['ttft.p50>+100%', 'met'],
    ['ttft.p50>+30%', 'undecided'],
    ['ttft.p50>+20ms', 'exceeded'],
    ['ttft.p50>+0.5s', 'met'],
    ['failures>+2%', 'met'],
    ['failures>+0.01%', 'undecided'],
    ['rtf.p95>+5%', 'undecided'],
  ] as const)('%s is %s', (text, is) => {
    expect(judgeFailIf(slower, limits(text))).toMatchObject({ is, bounds: [{ text, is }] });
  });

  it('is exceeded as a whole where any is, else undecided where any is', () => {
    expect(judgeFailIf(slower, limits('ttft.p50>+10%, ttft.p50>+30%')).is).toBe('exceeded');
    expect(judgeFailIf(slower, limits('ttft.p50>+100%, ttft.p50>+30%')).is).toBe('undecided');
  });

  it('of failures is undecided where streams that ended in an error object decide it', () => {
    const inError = syntheticRun({ seed: 2, requests: 1500, ttftMs: distributions.lognormal, inError: 0.05 });
    const sides = { is: 'runs', a: run(1, 1), b: inError } as const;
    const judged = judgeFailIf(sides, limits('failures>+2%'));
    expect(judged.is).toBe('undecided');
    expect(judged.bounds[0]?.because).toMatch(/ended in an error object, and the document does not show/);
    expect(judgeFailIf(sides, limits('failures>+20%')).is).toBe('met');
  });

  it('has the interval that the quantity has among the differences, whatever is judged beside them', () => {
    const [limited, sides] = [limits('ttft.p50>+10%, gap.p50>+10%'), slower];
    const { quantities } = judgeQuantities(sides, { within: 0.05, limited: limited.map(({ asked }) => asked) });
    const { bounds } = judgeFailIf(sides, limited);
    const found = quantities.filter(({ quantity }) => ['ttft.p50', 'gap.p50'].includes(quantity));
    expect(found.map(({ judgedBy }) => judgedBy)).toEqual(bounds.map(({ judgedBy }) => judgedBy));
    expect(bounds[0]?.judgedBy).toMatchObject({ confidence: 0.975, low: expect.any(Number), high: expect.any(Number) });
  });

  it('has a wider interval among others, so that all hold together', () => {
    const [alone] = judgeFailIf(slower, limits('ttft.p95>+10%')).bounds;
    const [among] = judgeFailIf(slower, limits('ttft.p95>+10%, gap.p50>+10%, gap.p95>+10%')).bounds;
    expect(among?.difference?.interval?.[0]).toBeLessThan(alone?.difference?.interval?.[0] ?? 0);
  });
});

it('takes what reports/README.md says', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', '..', 'reports', 'README.md'), 'utf8');
  const [, said = ''] = /^(`--fail-if` takes [^]*?)\n\n/m.exec(guide) ?? [];
  const named = new Set([...said.matchAll(/`(\w+)(?:\.p50)?`/g)].map(([, name]) => name));
  const unnamed = [...sampledNames, ...shareNames, ...shareAliases.keys()].filter((name) => !named.has(name));
  expect(unnamed, 'name it in the sentence of reports/README.md that begins “`--fail-if` takes”').toEqual([]);
});
