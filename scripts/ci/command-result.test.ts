import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleLoad } from '../../reports/load/sample-load.testing.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { annotationsOf, isMeasured, summaryOf, type CommandResult } from './command-result.ts';

const valid = { is: 'valid', notes: [] } as const;
const invalid = { is: 'invalid', reasons: [{ code: 'lag', because: 'late' }], notes: [] } as const;

function result(code: number, validity?: object): CommandResult {
  const folder = emptyFolder();
  if (validity !== undefined) {
    writeFileSync(join(folder, 'load.json'), JSON.stringify({ ...sampleLoad(), validity }, null, 2));
    writeFileSync(join(folder, 'summary.md'), '## Load\n');
  }
  return { command: { name: 'load', args: [], folder }, code, said: 'first\nlast' };
}

describe('a load run that has ended', () => {
  it.each([
    [0, valid, true],
    [1, valid, true],
    [2, valid, true],
    [1, invalid, false],
    [2, invalid, false],
    [2, undefined, false],
  ])('%i: is compared by its verdict about the instrument', (code, validity, isCompared) => {
    expect(isMeasured(result(code, validity))).toBe(isCompared);
  });
  it('has its results told, and its own words where it left none', () => {
    expect(annotationsOf(result(2, invalid))).toMatchObject([{ level: 'warning', message: 'late' }]);
    expect(annotationsOf(result(2))).toEqual([
      { level: 'warning', title: 'assay load: inconclusive', message: 'first\nlast' },
    ]);
    expect(summaryOf(result(2))).toMatch(/^## \? assay load: inconclusive\n/);
    expect(summaryOf(result(2, invalid))).toBe('## Load\n');
  });
  it('has its own words told beside its results where it broke off', () => {
    expect(annotationsOf(result(70, valid))).toMatchObject([{ level: 'error', title: 'assay load: defect' }]);
    expect(summaryOf(result(70, valid))).toMatch(/^## ✗ assay load: defect\n[^]*last[^]*\n## Load\n$/);
  });
});
