import type { Answer, Chunk } from '../../../conformance/model/exchange.ts';
import type { TimedEvent } from '../../../conformance/decoded/timed-events.ts';
import { truncate } from '../../text/visible.ts';
import { pluralize, durationText } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';

/** Most chunks and events in the lists; the strip above shows all of them. */
const chunksListed = 24;
const eventsListed = 40;
const longestData = 240;

/** When the header, each chunk and, of a stream, each event came. */
export function timelineView(
  { chunks, headersAtMs, endedAtMs }: Answer,
  events: readonly TimedEvent[] | undefined,
): Html {
  const rows = chunks
    .slice(0, chunksListed)
    .map((chunk, place) => chunkRow(chunk, chunks[place - 1]?.atMs ?? headersAtMs));
  const left = chunks.length - rows.length;
  return html`<p class="aside">Headers after ${durationText(headersAtMs)}, then ${pluralize(chunks.length, 'chunk')}</p>
    ${strip(chunks, events ?? [], headersAtMs, endedAtMs)}
    <ol class="chunks">
      ${rows}
    </ol>
    ${left > 0 ? html`<p class="aside">… and ${pluralize(left, 'chunk')} more.</p>` : undefined}
    ${events === undefined ? undefined : eventsView(events)}`;
}

function chunkRow({ atMs, bytes }: Chunk, before: number): Html {
  return html`<li>
    <span>${durationText(atMs)}</span> <span>+${durationText(atMs - before)}</span>
    <span>${pluralize(bytes, 'byte')}</span>
  </li>`;
}

function eventsView(events: readonly TimedEvent[]): Html {
  if (events.length === 0) return html`<p class="aside">It contains no event.</p>`;
  const rows = events.slice(0, eventsListed).map(eventRow);
  const left = events.length - rows.length;
  return html`<h4>${pluralize(events.length, 'event')}</h4>
    <ol class="events">
      ${rows}
    </ol>
    ${left > 0 ? html`<p class="aside">… and ${pluralize(left, 'event')} more.</p>` : undefined}`;
}

function eventRow({ type, data, lastEventId, atMs }: TimedEvent): Html {
  const names = [...(type === 'message' ? [] : [type]), ...(lastEventId === '' ? [] : [`id ${lastEventId}`])];
  const label = names.length === 0 ? undefined : html`<span class="field">${truncate(names.join(', '), 60)}</span> `;
  const told = data === '' ? '(no data)' : truncate(data, longestData);
  return html`<li>
    <span>${atMs === undefined ? '–' : durationText(atMs)}</span>
    <code>${[label, told]}</code>
  </li>`;
}

/** Arrivals on a line from the start of the request to its end, so that bursts and gaps are seen at a glance. */
function strip(
  chunks: readonly Chunk[],
  events: readonly TimedEvent[],
  headersAtMs: number,
  endedAtMs: number,
): Html | undefined {
  if (chunks.length === 0 || !(endedAtMs > 0)) return undefined;
  const at = (ms: number): string => ((Math.min(ms, endedAtMs) / endedAtMs) * 1000).toFixed(1);
  const arrived = events.flatMap(({ atMs }) => (atMs === undefined ? [] : [atMs]));
  const below = arrived.length === 0 ? '' : `, below it ${pluralize(arrived.length, 'event')}`;
  const label = `Arrival of the header and of ${pluralize(chunks.length, 'chunk')} within ${durationText(endedAtMs)}${below}`;
  return html`<svg class="strip" viewBox="-4 0 1008 28" preserveAspectRatio="none" role="img" aria-label="${label}">
    <path class="axis" d="M0 14H1000" />
    <path class="header" d="M${at(headersAtMs)} 2V26" />
    <path class="chunk" d="${drawn(chunks.map(({ atMs }) => `M${at(atMs)} 4V13`))}" />
    <path class="event" d="${drawn(arrived.map((atMs) => `M${at(atMs)} 15V24`))}" />
  </svg>`;
}

/** Draws each place once, as many arrivals share a place. */
function drawn(ticks: readonly string[]): string {
  return [...new Set(ticks)].join('');
}
