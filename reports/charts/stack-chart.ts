import { rect, text } from '@observablehq/plot';
import type { Html } from '../text/html.ts';
import { drawChart } from './draw.ts';
import { strokeOf } from './figure.ts';

/** A bar made of consecutive parts, each in the look of its part. */
type Stack = { readonly name: string; readonly parts: readonly number[] };

/** `look`: the place of its look. */
type StackPart = { readonly name: string; readonly look: number };

type StackChart = { readonly stacks: readonly Stack[]; readonly parts: readonly StackPart[]; readonly label: string };

type Piece = { readonly part: number; readonly from: number; readonly to: number; readonly row: number };

/** Half the height of a bar, as a share of its row. */
const thickness = 0.36;
/** Width of a letter as a share of the longest bar, including margins. */
const letter = 0.021;

/** Horizontal bars, the first one on top. A part that is long enough shows its name. */
export function stackChart({ stacks, parts, label }: StackChart): Html {
  const pieces = stacks.flatMap(({ parts }, row) => piecesOf(parts, row));
  const most = Math.max(...pieces.map(({ to }) => to));
  const named = pieces.filter(({ part, from, to }) => to - from > most * letter * (parts[part]?.name.length ?? 0));
  const middle = ({ row }: Piece): number => stacks.length - row - 0.5;
  return drawChart({
    marks: [
      ...parts.map(({ look }, part) =>
        rect(
          pieces.filter((piece) => piece.part === part && piece.to > piece.from),
          {
            x1: 'from',
            x2: 'to',
            y1: (piece: Piece) => middle(piece) - thickness,
            y2: (piece: Piece) => middle(piece) + thickness,
            fill: strokeOf(look).stroke,
            stroke: 'var(--card)',
            strokeWidth: 0.6,
          },
        ),
      ),
      text(named, {
        x: ({ from, to }: Piece) => (from + to) / 2,
        y: middle,
        text: ({ part }: Piece) => parts[part]?.name ?? '',
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
