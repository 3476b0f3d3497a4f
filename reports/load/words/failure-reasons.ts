import type { Load } from '../../../load/verdict/load.ts';
import { pluralize } from '../../text/format.ts';
import { escapeControls } from '../../text/visible.ts';

/** Most reasons of an outcome that fit a line. */
const mostReasons = 2;

/** A client that follows a redirect may send its token to another party. */
const redirected = 'a redirect, which is not followed: give as --target the address that it leads to (its Location)';

/**
 * Why requests had this outcome: the reasons of the first such requests in the words of the load generator. Empty where
 * no reason is needed, as for a status that explains itself. Wrong responses are listed individually.
 */
export function failureReasons(load: Load, outcome: string): string {
  const { requests, wrongAnswers } = load;
  if (outcome === 'http-402') return uncoveredText(load);
  if (requests === undefined || (outcome === 'wrong' && wrongAnswers !== undefined)) return '';
  const all = [...requests.outcomes, ...requests.failed].flatMap((each) =>
    each.outcome === outcome && each.because !== undefined ? [escapeControls(each.because)] : [],
  );
  if (outcome === 'http-429') return `refused for rate (${['429', ...all.slice(0, 1)].join(', ')}): lower --rate`;
  if (all.length === 0 && /^http-3\d\d$/.test(outcome)) return redirected;
  return [...new Set(all)].slice(0, mostReasons).join('; ');
}

/** Whether refusals for lack of credits are justified, as far as that is known. Empty where it is not. */
function uncoveredText({ charging, credits, uncovered, counts }: Load): string {
  const left = charging === undefined ? 0 : charging.ordered - credits;
  if (left > 0)
    return `refused although at least ${pluralize(left, 'credit was', 'credits were')} left, by the prices of 8.1 (4.2, 7.3)`;
  if (uncovered === true || charging !== undefined || counts.ok === 0) return '';
  return 'requests sent after it were answered: the credits were not used up, unless a cap comes and goes (7.3)';
}
