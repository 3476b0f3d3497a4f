import { isIntermittent } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';

/**
 * Whether one request shows the failure. What shows only beside or behind other requests is better shown by a check
 * that sends these. A failure that comes and goes needs no other requests, though no report asks the reader to send it
 * once.
 */
export function isShownAlone(finding: Finding): boolean {
  return finding.reproduceBy !== 'command' || isIntermittent(finding);
}
