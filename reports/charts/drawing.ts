import { type Html, html } from '../text/html.ts';

/** The used part of a node in the chart library's document. */
export type DrawnNode = {
  readonly nodeType: number;
  readonly localName?: string | null;
  readonly textContent: string | null;
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>;
  readonly childNodes: Iterable<DrawnNode>;
};

const elements = new Set(['svg', 'g', 'path', 'line', 'rect', 'circle', 'text', 'tspan']);

/** Allowed attributes: none holds an address, code or styles; colours are CSS variables. */
const attributes = new Set(
  `viewBox width height transform d x y x1 x2 y1 y2 dx dy r cx cy text-anchor font-variant fill fill-opacity
  stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin paint-order`.split(/\s+/),
);

const [elementNode, textNode] = [1, 3];

/** Writes a chart as our own markup: only known drawing elements are kept, and all text is escaped. */
export function chartMarkup(node: DrawnNode): Html | undefined {
  if (node.nodeType === textNode) return html`${node.textContent ?? ''}`;
  const name = node.localName ?? '';
  if (node.nodeType !== elementNode || !elements.has(name)) return undefined;
  const kept = [...(node.attributes ?? [])].filter((each) => attributes.has(each.name));
  const written = kept.map((each) => html` ${each.name}="${shortNumbers(each.value)}"`);
  return html`<${name}${written}>${[...node.childNodes].map(chartMarkup)}</${name}>`;
}

/** Rounds to hundredths of a pixel, which are invisible; more digits would be most of a chart's size. */
function shortNumbers(value: string): string {
  return value.replace(/\d+\.\d{3,}/g, (digits) => String(Math.round(Number(digits) * 100) / 100));
}
