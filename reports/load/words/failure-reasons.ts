import type { Load } from '../../../load/verdict/load.ts';
import { visible } from '../../text/visible.ts';

/** As many reasons of one outcome as fit a line. */
const mostReasons = 2;

/**
 * Why requests came to this outcome, of the first that did, in the words of the load generator; empty where it needs none,
 * as a status that says all that is kept. Wrong answers are told one by one.
 */
export function failureReasons({ requests, wrongAnswers }: Load, outcome: string): string {
  if (requests === undefined || (outcome === 'wrong' && wrongAnswers !== undefined)) return '';
  const all = [...requests.outcomes, ...requests.failed].flatMap((each) =>
    each.outcome === outcome && each.because !== undefined ? [visible(each.because)] : [],
  );
  return [...new Set(all)].slice(0, mostReasons).join('; ');
}
