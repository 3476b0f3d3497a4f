import { type Html, html, textOfPage } from './html.ts';

/** One field of a badge; the first says what the badge is about. */
export type BadgePart = { readonly text: string; readonly colour: string };

/** White text is readable on each of them (WCAG 2.2 1.4.3). */
export const badgeColours = {
  pass: '#1c7348',
  fail: '#b3261e',
  open: '#8a5a00',
  away: '#6b6b6b',
  plain: '#4d4d4d',
  label: '#2b2926',
} as const;

/** Pixels of a letter in the badge's font, rounded up: the text is stretched to the reserved width. */
const letterPx = 6.6;
const padPx = 6;

/** The badge as a small SVG, to be linked or inlined. */
export function badgeSvg(parts: readonly BadgePart[]): string {
  const widths = parts.map(({ text }) => Math.round([...text].length * letterPx) + 2 * padPx);
  const starts = widths.map((_, place) => widths.slice(0, place).reduce((sum, width) => sum + width, 0));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const [label = '', ...said] = parts.map(({ text }) => text);
  const title = `${label}: ${said.join(', ')}`;
  const drawn = parts.map((part, place) => partView(part, starts[place] ?? 0, widths[place] ?? 0));
  return `${textOfPage(
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="20" role="img" aria-label="${title}">
      <title>${title}</title>
      <g font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" fill="#fff">${drawn}</g>
    </svg>`,
  )}\n`;
}

function partView({ text, colour }: BadgePart, from: number, width: number): Html {
  return html`<rect x="${from}" width="${width}" height="20" fill="${colour}" />
    <text x="${from + padPx}" y="14" textLength="${width - 2 * padPx}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
}
