import { type Html, html } from '../text/html.ts';

/** The look of a series: its colour and line style, so that no two series differ by colour alone. */
export type StrokeStyle = { readonly stroke: string; readonly strokeWidth?: number; readonly strokeDasharray?: string };

/** The looks in the order of the series; the style sheet defines the colours of both schemes. */
export const strokeStyles: readonly StrokeStyle[] = [
  { stroke: 'var(--line-1)', strokeWidth: 2 },
  { stroke: 'var(--line-2)', strokeWidth: 2, strokeDasharray: '7 3' },
  { stroke: 'var(--line-3)', strokeWidth: 2, strokeDasharray: '2 3' },
  { stroke: 'var(--line-4)', strokeWidth: 2, strokeDasharray: '9 3 2 3' },
  { stroke: 'var(--line-5)', strokeWidth: 1.2 },
  { stroke: 'var(--line-6)', strokeWidth: 1.2, strokeDasharray: '5 4' },
];

export function strokeOf(place: number): StrokeStyle {
  return strokeStyles[place % strokeStyles.length] ?? { stroke: 'currentColor' };
}

/**
 * How a series is drawn: a line in its look, a solid line, or filled; `look` is the place of another look than its own.
 */
type Key = { readonly name: string; readonly as: 'line' | 'solid' | 'block'; readonly look?: number };

type Figure = {
  readonly title: string;
  /** The unit of the numbers, such as `milliseconds`. */
  readonly unit: string;
  /** Names of the series, in the order of their looks; empty for a single one. */
  readonly names: readonly (string | Key)[];
  /** What is missing from the drawing, and why. */
  readonly notes?: readonly string[];
  /** Absent where there is nothing to draw: the notes then say why. */
  readonly drawing?: Html | undefined;
  /** Content below that opens on demand. */
  readonly more?: Html;
};

export function figureView({ title, unit, names, notes = [], drawing, more }: Figure): Html {
  const keys = names.map((name, place) => {
    const key: Key = typeof name === 'string' ? { name, as: 'line' } : name;
    const look = strokeOf(key.look ?? place);
    const line = key.as === 'solid' ? { ...look, strokeDasharray: 'none' } : look;
    return html`<li>${key.as === 'block' ? blockOf(look) : lineOf(line)} ${key.name}</li>`;
  });
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

function lineOf({ stroke, strokeWidth = 2, strokeDasharray = 'none' }: StrokeStyle): Html {
  return html`<svg class="key" viewBox="0 0 24 6" aria-hidden="true">
    <path d="M0,3H24" stroke="${stroke}" stroke-width="${strokeWidth}" stroke-dasharray="${strokeDasharray}" />
  </svg>`;
}

function blockOf({ stroke }: StrokeStyle): Html {
  return html`<svg class="key" viewBox="0 0 24 6" aria-hidden="true">
    <path d="M6,0H18V6H6Z" fill="${stroke}" />
  </svg>`;
}
