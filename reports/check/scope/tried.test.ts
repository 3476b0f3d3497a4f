import { expect, it } from 'vitest';
import type { Finding } from '../../../conformance/model/run.ts';
import { sampleFinding } from '../sample-run.testing.ts';
import { triedLines, triedTable } from './tried.ts';

const long = 'the target said so. '.repeat(10);
const tried = {
  generated: 9,
  judged: 5,
  notJudged: [
    { because: long, times: 3 },
    { because: 'another', times: 1 },
  ],
};

it('lines say how many cases of each property were judged, and the first reason why others were not', () => {
  expect(
    triedLines(
      new Map<string, NonNullable<Finding['tried']>>([
        ['a/b', { generated: 2, judged: 2 }],
        ['longer/c', tried],
        ['none/d', { generated: 0, judged: 0 }],
      ]),
    ),
  ).toEqual([
    'cases judged, of those generated',
    '  a/b       2 of 2',
    `  longer/c  5 of 9; 3 not: ${long.slice(0, 80)}… (120 more characters), and 1 other reason`,
  ]);
  expect(triedLines(new Map())).toEqual([]);
});

it('a table says the same, and there is none where nothing was generated', () => {
  const findings = [sampleFinding('a/b', '4.2', { tried }), sampleFinding('c/d', '4.2')];
  expect(triedTable(findings)).toContain('| `a/b` | 5 | 4 | 9 |');
  expect(triedTable(findings)).not.toContain('c/d');
  expect(triedTable(findings.slice(1))).toBe('');
});
