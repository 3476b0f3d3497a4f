import { type Html, html } from '../text/html.ts';
import { type VerdictLetter, type LetterRun, letterRuns, stripWords } from './strip.ts';

/**
 * Width of a run in drawing units, including the gap after it. Heights differ, so that no two letters differ by colour
 * alone.
 */
const step = 4;
const height = 12;
const heights: Readonly<Record<Exclude<VerdictLetter, 'a'>, number>> = { f: 12, i: 8, p: 4, n: 1.5 };

/** Number of runs from which on a strip takes the full width. */
const widest = 40;

/** A check over its runs, one cell a run, the newest first; a run that did not judge it leaves a gap. */
export function stripView(strip: string): Html {
  const stretches = Map.groupBy(letterRuns(strip), ({ letter }) => letter);
  const paths = (['f', 'i', 'p', 'n'] as const).map((letter) => pathOf(letter, stretches.get(letter) ?? []));
  const share = Math.min(100, Math.round((100 * strip.length) / widest));
  return html`<svg
    class="strip"
    viewBox="0 0 ${strip.length * step} ${height}"
    width="${share}%"
    preserveAspectRatio="none"
    role="img"
    aria-label="${stripWords(strip)}"
  >
    ${paths}
  </svg>`;
}

/** One short path for all cells of a letter: pages have hundreds of checks with 100 runs each. */
function pathOf(letter: Exclude<VerdictLetter, 'a'>, stretches: readonly LetterRun[]): Html | undefined {
  if (stretches.length === 0) return undefined;
  const y = height - heights[letter] / 2;
  const d = stretches
    .map(({ from, length }) => `M${from * step},${y}h${step - 1}${`m1,0h${step - 1}`.repeat(length - 1)}`)
    .join('');
  return html`<path class="${letter}" d="${d}" />`;
}
