import type { Run } from '../../conformance/model/run.ts';
import { counts } from './known.ts';
import { countsOf, isWeighed } from './levels.ts';
import { type Html, html, textOf } from '../text/html.ts';
import { headlineOf } from './headline.ts';

type Part = { readonly text: string; readonly colour: string };

/** White text is readable on each of them (WCAG 2.2 1.4.3). */
const colours = {
  pass: '#1c7348',
  fail: '#b3261e',
  open: '#8a5a00',
  away: '#6b6b6b',
  plain: '#4d4d4d',
  label: '#2b2926',
} as const;

/** Pixels of a letter of the badge's type, generously: the text is stretched to what is reserved for it. */
const letterPx = 6.6;
const padPx = 6;

/**
 * The verdict of a run as a small picture, to be linked or inlined: green is only the number of what passed. It is about
 * the checks that decide the verdict, each MUST.
 */
export function checkBadge(run: Run): string {
  const parts = [{ text: labelOf(run), colour: colours.label }, ...verdictParts(run)];
  const widths = parts.map(({ text }) => Math.round([...text].length * letterPx) + 2 * padPx);
  const starts = widths.map((_, place) => widths.slice(0, place).reduce((sum, width) => sum + width, 0));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const [label = '', ...said] = parts.map(({ text }) => text);
  const title = `${label}: ${said.join(', ')}`;
  const drawn = parts.map((part, place) => partView(part, starts[place] ?? 0, widths[place] ?? 0));
  return `${textOf(
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="20" role="img" aria-label="${title}">
      <title>${title}</title>
      <g font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" fill="#fff">${drawn}</g>
    </svg>`,
  )}\n`;
}

function partView({ text, colour }: Part, from: number, width: number): Html {
  return html`<rect x="${from}" width="${width}" height="20" fill="${colour}" />
    <text x="${from + padPx}" y="14" textLength="${width - 2 * padPx}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
}

/** Nobody may show what assay's own service does as a verdict on theirs. */
function labelOf({ command, embedded, profile }: Run): string {
  const what = command === 'fuzz' ? ' fuzz' : profile === 'quick' ? ' quick' : '';
  return `assay${what}${embedded ? ' (reference service)' : ''}`;
}

function verdictParts(run: Run): readonly Part[] {
  const { is, word } = headlineOf(run);
  const weighed = run.findings.filter(({ level }) => isWeighed(level, run));
  const { pass, fail, inconclusive, notApplicable } = countsOf(weighed);
  const failed = weighed.filter(counts).length;
  const known = fail - failed;
  const unreached = run.complete ? 0 : Math.max(0, run.plan.checks.length - run.findings.length);
  const notJudged = inconclusive + notApplicable + unreached;
  const parts: readonly (Part | undefined)[] = [
    is === 'inconclusive' || (!run.complete && !word.startsWith('Fail'))
      ? { text: word.toLowerCase(), colour: colours.open }
      : undefined,
    is === 'fail' && failed === 0 ? { text: 'known failures outdated', colour: colours.fail } : undefined,
    failed > 0 && is === 'fail' ? { text: `${failed} failed`, colour: colours.fail } : undefined,
    known > 0 ? { text: `${known} known to fail`, colour: colours.open } : undefined,
    { text: `${pass} passed`, colour: is === 'pass' && pass > 0 ? colours.pass : colours.plain },
    notJudged > 0 ? { text: `${notJudged} not judged`, colour: colours.away } : undefined,
  ];
  return parts.filter((part) => part !== undefined);
}
