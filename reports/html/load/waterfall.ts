import type { ShownRequest } from '../../../load/figures/figures.ts';
import { msText } from '../../load/format.ts';
import { pluralize } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';

/** Pixels: wide enough for a hundred event lines and narrow enough for a table. */
const [width, height] = [320, 16];
/** Pixels for half of the mark at the end, which the edge would cut off. */
const endRoom = 2;

/** The course of one request since its intended time, on a scale that ends after `lastMs`. */
export function waterfall(request: ShownRequest, lastMs: number): Html {
  const { intended, sent, headers, firstEvent, firstContent, events, end } = request;
  const at = (ms: number): number =>
    Math.round(((ms - intended) / Math.max(lastMs, 1e-3)) * (width - endRoom) * 100) / 100;
  const part = (from: number | undefined, to: number | undefined, opacity: number): Html | undefined => {
    if (from === undefined || to === undefined || to < from) return undefined;
    return html`<rect
      x="${at(from)}"
      y="4"
      width="${Math.max(at(to) - at(from), 0.5)}"
      height="8"
      fill="var(--line-1)"
      fill-opacity="${opacity}"
    ></rect>`;
  };
  const isOk = request.outcome === 'ok';
  return html`<svg class="waterfall" viewBox="0 0 ${width} ${height}" role="img" aria-label="${courseText(request)}">
    <rect
      x="0"
      y="4.5"
      width="${Math.max(at(sent ?? end), 0.5)}"
      height="7"
      fill="none"
      stroke="var(--soft)"
      stroke-width="0.8"
    ></rect>
    ${part(sent, headers ?? firstEvent ?? end, 0.2)} ${part(headers, firstEvent ?? end, 0.4)}
    ${part(firstEvent, end, 0.65)}
    ${events.map((event) => html`<path d="M${at(event)},2V14" stroke="var(--line-1)" stroke-width="0.8"></path>`)}
    ${firstContent === undefined ? undefined : html`<path d="M${at(firstContent)},0V16" stroke="var(--ink)" stroke-width="1.6"></path>`}
    <path d="M${at(end)},1V15" stroke="${isOk ? 'var(--soft)' : 'var(--fail)'}" stroke-width="${isOk ? 1 : 2}"></path>
  </svg>`;
}

/** `sent after 0.5 ms, headers after 40 ms, …`. */
function courseText({ intended, sent, headers, firstEvent, firstContent, eventCount, end }: ShownRequest): string {
  const after = (what: string, ms: number | undefined): readonly string[] =>
    ms === undefined ? [] : [`${what} after ${msText(ms - intended)} ms`];
  return [
    ...(sent === undefined ? ['not sent'] : after('sent', sent)),
    ...after('headers', headers),
    ...after('first event', firstEvent),
    ...after('first text of the reply', firstContent),
    pluralize(eventCount, 'event'),
    ...after('end', end),
  ].join(', ');
}
