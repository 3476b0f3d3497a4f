import { type Markish, type ScaleOptions, plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { type Html, html } from '../text/html.ts';
import { type DrawnNode, chartMarkup } from './drawing.ts';

/**
 * Width in pixels: charts are made for half of the page and shrink a little on a phone, and letters stay readable on
 * both.
 */
export const chartWidth = 460;
const usual = { top: 12, right: 16, bottom: 26, left: 48 };

type Margin = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };

type Drawing = {
  readonly marks: readonly Markish[];
  readonly x: ScaleOptions;
  readonly y: ScaleOptions;
  /** In pixels at a width of 460; absent: the height of most charts. */
  readonly height?: number;
  /** In pixels; absent: the margin of most charts. */
  readonly margin?: Margin;
  /** The text for readers who cannot see the chart. */
  readonly label: string;
};

const { document } = parseHTML('<!doctype html><html></html>');

/** An image whose colours are CSS variables, so that it follows the page's dark scheme and print style. */
export function drawChart({ marks, x, y, height = 210, margin = usual, label }: Drawing): Html {
  const image: unknown = plot({
    width: chartWidth,
    height,
    marginTop: margin.top,
    marginRight: margin.right,
    marginBottom: margin.bottom,
    marginLeft: margin.left,
    document,
    x: { label: null, tickSize: 4, ...x },
    y: { label: null, tickSize: 0, grid: true, ticks: 4, ...y },
    marks: [...marks],
  });
  return html`<div class="plot" role="img" aria-label="${label}">${chartMarkup(image as DrawnNode)}</div>`;
}
