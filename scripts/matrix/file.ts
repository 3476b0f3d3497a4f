import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Matrix } from '../../reports/matrix.ts';
import { UsageError } from '../input/usage-error.ts';

/** Where `npm run matrix` keeps what it measured, and `list --faults` finds it: below the current folder. */
export const matrixFile: string = join('reports', 'out', 'matrix.json');

/** What `npm run matrix` has measured; undefined where it has not been run. Throws a UsageError where it is something else. */
export function readMatrix(): Matrix | undefined {
  if (!existsSync(matrixFile)) return undefined;
  try {
    const matrix = JSON.parse(readFileSync(matrixFile, 'utf8')) as Matrix;
    if (matrix.schema === 'assay.matrix/1') return matrix;
  } catch {
    // No JSON: said below.
  }
  throw new UsageError(`${matrixFile} is no assay.matrix/1; npm run matrix writes it anew`);
}

export function keepMatrix(matrix: Matrix): void {
  mkdirSync(dirname(matrixFile), { recursive: true });
  writeFileSync(matrixFile, `${JSON.stringify(matrix, null, 2)}\n`);
}
