import type { Load } from '../../../load/verdict/load.ts';
import { visible } from '../../text/visible.ts';

/** As many reasons of one outcome as fit a line. */
const mostReasons = 2;

/** A client that follows a redirect may send its token to somebody else. */
const redirected = 'a redirect, which is not followed: give as --target the address that it leads to (its Location)';

/**
 * Why requests came to this outcome, of the first that did, in the words of the load generator; empty where it needs none,
 * as a status that says all that is kept. Wrong answers are told one by one.
 */
export function failureReasons({ requests, wrongAnswers }: Load, outcome: string): string {
  if (requests === undefined || (outcome === 'wrong' && wrongAnswers !== undefined)) return '';
  const all = [...requests.outcomes, ...requests.failed].flatMap((each) =>
    each.outcome === outcome && each.because !== undefined ? [visible(each.because)] : [],
  );
  if (all.length === 0 && /^http-3\d\d$/.test(outcome)) return redirected;
  return [...new Set(all)].slice(0, mostReasons).join('; ');
}
