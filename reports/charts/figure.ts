import { type Html, html } from '../text/html.ts';

/** The look of one series: its colour, and how its line is drawn, so that no two differ by colour alone. */
export type Look = { readonly stroke: string; readonly strokeWidth?: number; readonly strokeDasharray?: string };

/** In this order; the style sheet has the colours of both schemes. */
export const looks: readonly Look[] = [
  { stroke: 'var(--line-1)', strokeWidth: 2 },
  { stroke: 'var(--line-2)', strokeWidth: 2, strokeDasharray: '7 3' },
  { stroke: 'var(--line-3)', strokeWidth: 2, strokeDasharray: '2 3' },
  { stroke: 'var(--line-4)', strokeWidth: 2, strokeDasharray: '9 3 2 3' },
  { stroke: 'var(--line-5)', strokeWidth: 1.2 },
  { stroke: 'var(--line-6)', strokeWidth: 1.2, strokeDasharray: '5 4' },
];

export function lookOf(place: number): Look {
  return looks[place % looks.length] ?? { stroke: 'currentColor' };
}

type Figure = {
  readonly title: string;
  /** What the numbers are, such as `milliseconds`. */
  readonly unit: string;
  /** Names of the series, in the order of their looks; one alone needs none. */
  readonly names: readonly string[];
  /** What is missing from the drawing, and why. */
  readonly notes?: readonly string[];
  /** Absent where there is nothing to draw: the notes then say why. */
  readonly drawing?: Html | undefined;
  /** What is shown on demand, below. */
  readonly more?: Html;
};

export function figureView({ title, unit, names, notes = [], drawing, more }: Figure): Html {
  const keys = names.map((name, place) => html`<li>${keyOf(lookOf(place))} ${name}</li>`);
  return html`<figure class="chart">
    <figcaption>
      <b>${title}</b> <span class="aside">${unit}</span>
      ${
        keys.length === 0
          ? undefined
          : html`<ul class="keys">
              ${keys}
            </ul>`
      }
    </figcaption>
    ${drawing} ${notes.map((note) => html`<p class="aside">${note}</p>`)} ${more}
  </figure>`;
}

function keyOf({ stroke, strokeWidth = 2, strokeDasharray = 'none' }: Look): Html {
  return html`<svg class="key" viewBox="0 0 24 6" aria-hidden="true">
    <path d="M0,3H24" stroke="${stroke}" stroke-width="${strokeWidth}" stroke-dasharray="${strokeDasharray}" />
  </svg>`;
}
