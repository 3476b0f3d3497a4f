import type { Answer, Chunk, Exchange, HeaderFields, NoAnswer } from '../../conformance/core/exchange.ts';
import { excerptOf } from '../excerpt.ts';
import { counted, durationText } from '../words.ts';
import { anchorOf } from './anchor.ts';
import { type Html, html } from './html.ts';
import { preformatted } from './page.ts';

/** Chunks listed one by one; the strip above the list shows all of them. */
const chunksListed = 24;

/** What was sent and what came back, folded away until it is wanted. */
export function exchangeView(exchange: Exchange): Html {
  const { id, request, response, attempt, startedAt } = exchange;
  return html`<details class="exchange">
    <summary>
      <span class="wire">${request.method} ${pathOf(request.url)}</span>
      <span class="outcome">${outcomeOf(response)}</span>
    </summary>
    <div class="sides" id="${anchorOf('exchange', id)}">
      <p class="aside">Exchange <code>${id}</code>, sent at ${startedAt}${attempt > 1 ? `, attempt ${attempt}` : ''}</p>
      <section>
        <h4>Request</h4>
        ${wireHead(`${request.method} ${request.url}`, request.headers)} ${bodyView(request.body)}
      </section>
      <section>
        <h4>Response</h4>
        ${response.is === 'answer' ? answerView(response) : noAnswerView(response)}
      </section>
    </div>
  </details>`;
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '') || url;
}

function outcomeOf(response: Answer | NoAnswer): string {
  if (response.is === 'noAnswer') return `no answer (${response.because})`;
  return `${response.status} in ${durationText(response.endedAtMs)}`;
}

const endings: Readonly<Record<Answer['ending'], string>> = {
  complete: 'The body was complete',
  cut: 'The connection was dropped before the body was complete',
  tooLong: 'assay stopped reading: the body is longer than it takes',
  timeout: 'assay stopped reading: the time was up',
  left: 'assay left before the end, on purpose',
};

function answerView(answer: Answer): Html {
  return html`${wireHead(`Status ${answer.status}`, answer.headers)} ${bodyView(answer.body)}
    <p class="aside">${endings[answer.ending]}, ${durationText(answer.endedAtMs)} after the request was begun.</p>
    ${timeline(answer)}`;
}

function noAnswerView({ because, detail, endedAtMs }: NoAnswer): Html {
  return html`<p>
    No response header arrived: <strong>${because}</strong> after ${durationText(endedAtMs)}. <code>${detail}</code>
  </p>`;
}

function wireHead(first: string, headers: HeaderFields): Html {
  const lines = headers.map(([name, value]) => ['\n', html`<span class="field">${name}:</span> ${value}`]);
  return preformatted([html`<strong>${first}</strong>`, lines]);
}

function bodyView(body: Uint8Array): Html {
  if (body.length === 0) return html`<p class="aside">No body.</p>`;
  const { as, text, shown, total } = excerptOf(body);
  const size = shown < total ? `The first ${shown} of ${counted(total, 'byte')}` : counted(total, 'byte');
  return html`<p class="aside">${size}${as === 'hex' ? ', not UTF-8' : ''}</p>
    ${preformatted(text, as)}`;
}

function timeline({ chunks, headersAtMs, endedAtMs }: Answer): Html {
  const rows = chunks
    .slice(0, chunksListed)
    .map((chunk, place) => chunkRow(chunk, chunks[place - 1]?.atMs ?? headersAtMs));
  const left = chunks.length - rows.length;
  return html`<p class="aside">Headers after ${durationText(headersAtMs)}, then ${counted(chunks.length, 'chunk')}</p>
    ${strip(chunks, headersAtMs, endedAtMs)}
    <ol class="chunks">
      ${rows}
    </ol>
    ${left > 0 ? html`<p class="aside">… and ${counted(left, 'chunk')} more.</p>` : undefined}`;
}

function chunkRow({ atMs, bytes }: Chunk, before: number): Html {
  return html`<li>
    <span>${durationText(atMs)}</span> <span>+${durationText(atMs - before)}</span>
    <span>${counted(bytes, 'byte')}</span>
  </li>`;
}

/** Arrivals on a line from the request's start to its end: a burst or a gap is seen before any number is read. */
function strip(chunks: readonly Chunk[], headersAtMs: number, endedAtMs: number): Html | undefined {
  if (chunks.length === 0 || !(endedAtMs > 0)) return undefined;
  const at = (ms: number): string => ((Math.min(ms, endedAtMs) / endedAtMs) * 1000).toFixed(1);
  const ticks = chunks.map(({ atMs }) => html`<path d="M${at(atMs)} 6V22" />`);
  const label = `Arrival of the header and of ${counted(chunks.length, 'chunk')} within ${durationText(endedAtMs)}`;
  return html`<svg class="strip" viewBox="-4 0 1008 28" preserveAspectRatio="none" role="img" aria-label="${label}">
    <path class="axis" d="M0 14H1000" />
    <path class="header" d="M${at(headersAtMs)} 2V26" />
    ${ticks}
  </svg>`;
}
