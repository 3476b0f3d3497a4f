import { comesAndGoes } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';

/**
 * Whether one request shows it: what shows only beside or behind others is shown better by a check that sends these. What comes
 * and goes needs no others, though nobody is told to send it once.
 */
export function isShownAlone(finding: Finding): boolean {
  return finding.reproduceBy !== 'command' || comesAndGoes(finding);
}
