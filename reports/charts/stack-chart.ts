import { rect, text } from '@observablehq/plot';
import type { Html } from '../html/html.ts';
import { draw } from './draw.ts';
import { lookOf } from './figure.ts';

/** A bar of parts one after the other; each place has the look of its part. */
export type Stack = { readonly name: string; readonly parts: readonly number[] };

type StackChart = { readonly stacks: readonly Stack[]; readonly names: readonly string[]; readonly label: string };

type Piece = { readonly part: number; readonly from: number; readonly to: number; readonly row: number };

/** Of a bar's room. */
const [thickness, roomForName] = [0.36, 0.16];

/** Bars from the left, the first one on top. A part is named where it is long enough. */
export function stackChart({ stacks, names, label }: StackChart): Html {
  const pieces = stacks.flatMap(({ parts }, row) => piecesOf(parts, row));
  const most = Math.max(...pieces.map(({ to }) => to));
  const named = pieces.filter(({ from, to }) => to - from > most * roomForName);
  const middle = ({ row }: Piece): number => stacks.length - row - 0.5;
  return draw({
    marks: [
      ...names.map((_, part) =>
        rect(
          pieces.filter((piece) => piece.part === part),
          {
            x1: 'from',
            x2: 'to',
            y1: (piece: Piece) => middle(piece) - thickness,
            y2: (piece: Piece) => middle(piece) + thickness,
            fill: lookOf(part).stroke,
            stroke: 'var(--card)',
            strokeWidth: 0.6,
          },
        ),
      ),
      text(named, {
        x: ({ from, to }: Piece) => (from + to) / 2,
        y: middle,
        text: ({ part }: Piece) => names[part] ?? '',
        fill: 'var(--card)',
      }),
    ],
    x: { domain: [0, most], ticks: 5 },
    y: {
      domain: [0, stacks.length],
      grid: false,
      ticks: stacks.map((_, row) => stacks.length - row - 0.5),
      tickFormat: (at: number) => stacks[stacks.length - Math.ceil(at)]?.name ?? '',
    },
    label,
  });
}

function piecesOf(parts: readonly number[], row: number): readonly Piece[] {
  let from = 0;
  return parts.map((length, part) => {
    const piece = { part, from, to: from + length, row };
    from += length;
    return piece;
  });
}
