import { describe, expect, it } from 'vitest';
import {
  isUnsound,
  killsByBase,
  matrixText,
  mergedMatrix,
  victimsText,
  type Matrix,
  type MatrixCell,
} from './matrix.ts';

const cell = (base: string, parts: Partial<MatrixCell> = {}): MatrixCell => ({
  base,
  visible: true,
  killedBy: ['a/1'],
  missedBy: [],
  ...parts,
});
const matrix = (
  on: readonly MatrixCell[],
  accusations: readonly string[] = [],
  undeclared: readonly string[] = [],
): Matrix => ({
  schema: 'assay.matrix/1',
  tool: { name: 'assay', version: '0.1.0' },
  startedAt: '2026-11-21T05:00:00.000Z',
  endedAt: '2026-11-21T05:10:00.000Z',
  bases: [
    { id: 'valid', variants: [], accusations: [] },
    { id: 'bare', variants: ['bots-bare-array'], accusations },
  ],
  faults: [{ fault: 'f', named: ['a/1'], undeclared, on }],
});
const hidden = cell('bare', { visible: false, killedBy: [], missedBy: ['a/1'] });
const missed = cell('bare', { killedBy: ['b/1'], missedBy: ['a/1'] });

describe('the kill matrix', () => {
  it('is sound where each fault that can be seen is found by the checks that name it', () => {
    expect(isUnsound(matrix([cell('valid'), hidden]))).toBe(false);
    expect(isUnsound(matrix([cell('valid'), missed]))).toBe(true);
    expect(isUnsound(matrix([cell('valid'), hidden], ['b/1']))).toBe(true);
    expect(isUnsound(matrix([cell('valid'), hidden], [], ['c/1']))).toBe(true);
  });
  it('takes in a later measurement of some faults, and forgets those that there are no more', () => {
    const row = (fault: string, undeclared: readonly string[] = []) => ({ fault, named: [], undeclared, on: [] });
    const earlier = { ...matrix([]), faults: [row('a'), row('b', ['x/1']), row('gone')] };
    const some = { ...matrix([]), endedAt: '2026-11-22T00:00:00.000Z', faults: [row('c'), row('b')] };
    expect(mergedMatrix(earlier, some, ['a', 'b', 'c', 'd'])).toEqual({
      ...some,
      faults: [row('a'), row('b'), row('c')],
    });
  });
  it('gives the killers on each base where the fault can be seen', () => {
    expect(killsByBase(matrix([cell('valid'), hidden]), 'f')).toEqual({ valid: ['a/1'] });
    expect(killsByBase(matrix([]), 'g')).toBeUndefined();
  });
  it('says of each fault which checks it fails, and on which bases', () => {
    const both = ['b/1', 'a/1', 'b/2'];
    const cells = [cell('valid', { killedBy: both }), cell('nested', { killedBy: both }), cell('bare'), missed, hidden];
    expect(victimsText(matrix(cells))).toBe(`f on valid, nested: a/1; besides b/1, b/2
f on bare: a/1; besides none
f on bare: found by none that names it; besides b/1`);
    expect(victimsText(matrix([hidden]))).toBe('f: no client can see it');
  });
  it('is a table, then each miss, each undeclared failure and each accusation', () => {
    expect(matrixText(matrix([cell('valid'), missed], ['b/2'], ['c/1']))).toMatchInlineSnapshot(`
      "base   visible faults  found by checks that name it  by others only  missed  accusations
      valid               1                             1               0       0            0
      bare                1                             0               1       0            1
      ✗ f on bare: not found by a/1; 1 check kill it
      ✗ f also fails c/1, which it does not declare: add it to \`alsoFails\` of the fault, or the fault to \`alsoFinds\` of the check
      ✗ b/2 accuses the valid bare"
    `);
  });
});
