import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formOf } from '../../conformance/reading/form.ts';
import { parsedJson } from '../../conformance/reading/parsed-json.ts';
import type { Matrix } from '../../reports/matrix.ts';
import { UsageError } from '../errors/usage-error.ts';

/**
 * File below the current folder in which `npm run matrix` keeps its measurements and where `list --faults` looks for
 * them.
 */
export const matrixFile: string = join('reports', 'out', 'matrix.json');

/**
 * The measurements of `npm run matrix`; undefined where it has not been run. Throws a UsageError where the file is
 * something else.
 */
export function readMatrix(): Matrix | undefined {
  if (!existsSync(matrixFile)) return undefined;
  const read = matrixForm(parsedJson(readFileSync(matrixFile, 'utf8')));
  if (read.is === 'formed') return read.value;
  throw new UsageError(`${matrixFile} is no assay.matrix/1: ${read.because}; npm run matrix writes it anew`);
}

const matrixForm = formOf<Matrix>('matrix');

export function keepMatrix(matrix: Matrix): void {
  mkdirSync(dirname(matrixFile), { recursive: true });
  writeFileSync(matrixFile, `${JSON.stringify(matrix, null, 2)}\n`);
}
