import { join } from 'node:path';

/** Where `npm run matrix` keeps what it measured, and `list --faults` finds it: below the current folder. */
export const matrixFile: string = join('reports', 'out', 'matrix.json');
