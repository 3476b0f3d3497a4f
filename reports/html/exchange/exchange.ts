import type { Answer, Exchange, NoAnswer, OnWire, SentRequest } from '../../../conformance/model/exchange.ts';
import type { Clip } from '../../../conformance/decoded/clip.ts';
import type { DecodedAnswer } from '../../../conformance/decoded/decoded-answer.ts';
import { type RequestDifference, unchanged } from '../../exchange/request-difference.ts';
import type { TextRange } from '../../exchange/json-tree.ts';
import { workspaceNameIn } from '../../exchange/workspace-name.ts';
import { masksIn, masksInBody } from '../../exchange/masks.ts';
import type { MarkedBytes } from '../../text/excerpt.ts';
import { truncate } from '../../text/visible.ts';
import { leadingGraphemes } from '../../text/graphemes.ts';
import { pluralize, durationText } from '../../text/format.ts';
import { type HtmlContent, type Html, html } from '../../text/html.ts';
import { preformatted } from './preformatted.ts';
import { timelineView } from './timeline.ts';
import { bodyView, headView, withMarks } from './wire.ts';

/** Longest clip in bytes: some seconds of speech; a longer one would take too much of the page. */
const longestClip = 150_000;

/** Longest raw request that is shown, in characters; its beginning shows what is unusual about it. */
const longestRaw = 2_000;

/** How an exchange is shown among others. */
type ExchangePlacement = {
  /** The element id by which others link to it. */
  readonly anchor: string;
  readonly decodedAnswer: DecodedAnswer;
  /** Places in the answer's body. */
  readonly marks?: readonly MarkedBytes[];
  /** Its purpose. */
  readonly step?: Html | undefined;
  /** How its request differs from that of its control. */
  readonly changed?: RequestDifference | undefined;
  readonly isOpen?: boolean;
};

/** Request and answer; folded unless this exchange shows a failure. */
export function exchangeView(exchange: Exchange, { step, isOpen = false, ...telling }: ExchangePlacement): Html {
  const { request, response } = exchange;
  const said = html`<summary>
      ${step} <span class="wire">${request.method} ${truncate(pathOf(request.url), 300)}</span>
      <span class="outcome">${outcomeOf(response)}${callerOf(request)}</span>
    </summary>
    ${sidesView(exchange, telling)}`;
  return isOpen
    ? html`<details class="exchange" open>${said}</details>`
    : html`<details class="exchange">${said}</details>`;
}

function sidesView(
  { id, attempt, startedAt, request, response, masked }: Exchange,
  { anchor, decodedAnswer, marks = [], changed = unchanged }: Omit<ExchangePlacement, 'step' | 'isOpen'>,
): Html {
  return html`<div class="sides" id="${anchor}">
    <p class="aside">Exchange <code>${id}</code>, sent at ${startedAt}${attempt > 1 ? `, attempt ${attempt}` : ''}</p>
    <h4>Request</h4>
    ${requestView(request, changed)}
    <h4>Response</h4>
    ${response.is === 'answer' ? answerView(response, decodedAnswer, { marks, masked: masked === true }) : noAnswerView(response)}
  </div>`;
}

/** The placeholder of its token, where that is not the run's own. */
function callerOf({ headers }: SentRequest): string {
  const token = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (token === undefined) return ', without a token';
  if (token.includes('${ASSAY_OTHER_TOKEN}')) return ', as the other workspace';
  if (token.includes('${ASSAY_SPENT_TOKEN}')) return ', as a spent workspace';
  const name = workspaceNameIn(token);
  if (name === undefined) return '';
  return name === '' ? ', as a workspace of its own' : `, as the workspace “${name}”`;
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '') || url;
}

function outcomeOf(response: Answer | NoAnswer): string {
  if (response.is === 'noAnswer') return `no answer (${response.because})`;
  return `${response.status} in ${durationText(response.endedAtMs)}`;
}

function requestView({ method, url, headers, body, raw }: SentRequest, changed: RequestDifference): Html {
  const marks = [changed.address, changed.fields, changed.body, changed.raw].flat();
  const note =
    marks.length === 0 ? undefined : html`<p class="aside">The highlighted part differs from the control.</p>`;
  if (raw === undefined) {
    const inField = (at: number): readonly TextRange[] =>
      changed.fields.includes(at) ? [{ from: 0, to: headers[at]?.[1].length ?? 0 }] : [];
    return html`${note} ${headView(`${method} ${url}`, headers, { first: changed.address, inField })}
    ${bodyView(body, changed.body)}`;
  }
  return html`<p class="aside">Sent as raw bytes to ${url}</p>
    ${note} ${preformatted(rawView(raw, changed.raw))}`;
}

function rawView(raw: string, marks: readonly TextRange[]): HtmlContent {
  const inView = marks.filter(({ to }) => to <= longestRaw);
  if (inView.length === 0) return truncate(raw, longestRaw);
  const left = raw.length - longestRaw;
  return [withMarks(leadingGraphemes(raw, longestRaw), inView), left > 0 ? `… (${left} more characters)` : ''];
}

const endings: Readonly<Record<Answer['ending'], string>> = {
  complete: 'The body was complete',
  cut: 'The connection was dropped before the body was complete',
  broken: 'The framing of the body is not valid HTTP',
  tooLong: 'assay stopped reading: the body is too long',
  timeout: 'assay stopped reading: the time limit was reached',
  unkept: 'The body was complete, and only its beginning is kept: assay stores no more answers of this run',
  left: 'assay closed the connection before the end, on purpose',
};

function answerView(
  answer: Answer,
  { content, events, clip }: DecodedAnswer,
  { marks, masked }: { readonly marks: readonly MarkedBytes[]; readonly masked: boolean },
): Html {
  const body = content ?? answer.body;
  const inField = (at: number): readonly TextRange[] => (masked ? masksIn(answer.headers[at]?.[1] ?? '') : []);
  const inBody = masked ? [...marks, ...masksInBody(body)] : marks;
  const coded =
    content === undefined
      ? undefined
      : html`<p class="aside">
          Shown without its content coding; on the wire it has ${pluralize(answer.body.length, 'byte')}.
        </p>`;
  return html`${headView(`Status ${answer.status}`, answer.headers, { first: [], inField })}
    ${clip === undefined ? undefined : player(clip)} ${coded} ${bodyView(body, inBody)}
    <p class="aside">${endings[answer.ending]}, ${durationText(answer.endedAtMs)} after the request was begun.</p>
    ${answer.onWire === undefined ? undefined : wireView(answer.onWire)} ${timelineView(answer, events)}`;
}

/** What else came on the connection of a raw request. */
function wireView({ version, interim, rest, closed }: OnWire): Html {
  const before = interim.length === 0 ? '' : `, after ${interim.join(', ')}`;
  const end = closed ? 'the service closed the connection' : 'the connection stayed open';
  return html`<p class="aside">HTTP/${version}${before}; ${end}${rest === '' ? '' : '; after the answer came'}</p>
    ${rest === '' ? undefined : bodyView(Uint8Array.from(rest, (letter) => letter.charCodeAt(0)))}`;
}

function noAnswerView({ because, detail, endedAtMs }: NoAnswer): Html {
  return html`<p>
    No response header arrived: <strong>${because}</strong> after ${durationText(endedAtMs)}. <code>${detail}</code>
  </p>`;
}

/** A player for a clip, by the media type that its bytes show and not by the one that the answer states. */
function player({ mediaType, bytes }: Clip): Html {
  const size = pluralize(bytes.length, 'byte');
  if (bytes.length > longestClip)
    return html`<p class="aside">Audio, ${size}: too long to be played here. exchanges.ndjson has it.</p>`;
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return html`<figure class="clip">
    <figcaption class="aside">Audio, ${size}, ${mediaType} by its own bytes</figcaption>
    <audio controls preload="none" src="data:${mediaType};base64,${base64}"></audio>
  </figure>`;
}
