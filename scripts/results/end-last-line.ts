import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { jsonOf } from '../../load/model/narrow.ts';

const lineEnd = 0x0a;

/** Ends the last line of a file of JSON lines, or cuts it off where it is no whole one, so that what is appended stands alone. */
export function endLastLine(path: string): void {
  const bytes = readFileSync(path);
  const begins = bytes.lastIndexOf(lineEnd) + 1;
  if (begins === bytes.length) return;
  if (jsonOf(bytes.toString('utf8', begins)) === undefined) truncateSync(path, begins);
  else appendFileSync(path, '\n');
}
