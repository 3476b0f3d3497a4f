import type { HeaderFields } from '../../../conformance/model/exchange.ts';
import { jsonExcerpt, type ExcerptPiece } from '../../exchange/json-excerpt.ts';
import type { TextRange } from '../../exchange/json-tree.ts';
import { type Excerpt, type MarkedBytes, excerptOf } from '../../text/excerpt.ts';
import type { ExcerptPart } from '../../text/excerpt-part.ts';
import { pluralize } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';
import { utf8In } from '../../text/utf8.ts';
import { preformatted } from './preformatted.ts';

/** The marks in the head of a message: ranges in its first line and in the value of each field. */
type HeadMarks = { readonly first: readonly TextRange[]; readonly inField: (at: number) => readonly TextRange[] };

const noMarks: HeadMarks = { first: [], inField: () => [] };

/** The first line of a message and its header fields. */
export function headView(first: string, headers: HeaderFields, marks = noMarks): Html {
  const lines = headers.map(([name, value], at) => [
    '\n',
    html`<span class="field">${name}:</span> ${withMarks(value, marks.inField(at))}`,
  ]);
  return preformatted([html`<strong>${withMarks(first, marks.first)}</strong>`, lines]);
}

/** A text with its marks. */
export function withMarks(text: string, marks: readonly TextRange[]): readonly (Html | string)[] {
  const sorted = marks.toSorted((a, b) => a.from - b.from);
  const parts = sorted.flatMap(({ from, to }, at): readonly (Html | string)[] => {
    const before = Math.max(0, ...sorted.slice(0, at).map((mark) => mark.to));
    return [text.slice(before, from), html`<mark>${text.slice(Math.max(before, from), to)}</mark>`];
  });
  return [...parts, text.slice(Math.max(0, ...sorted.map(({ to }) => to)))];
}

/** A body, or the part of it around its marks; JSON is indented. */
export function bodyView(body: Uint8Array, marks: readonly MarkedBytes[] = []): Html {
  if (body.length === 0) return html`<p class="aside">No body.</p>`;
  return jsonView(body, marks) ?? excerptView(excerptOf(body, 4096, marks));
}

function jsonView(body: Uint8Array, marks: readonly MarkedBytes[]): Html | undefined {
  const first = body.find((byte) => byte > 0x20);
  if (first !== 0x7b && first !== 0x5b) return undefined;
  const text = utf8In(body);
  const lengthOf = (bytes: number): number =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, bytes)).length;
  const inside = marks.filter(({ at, bytes }) => at < body.length && bytes > 0);
  const places = inside.map(({ at, bytes }) => ({ from: lengthOf(at), to: lengthOf(at + bytes) }));
  const pieces = text === undefined ? undefined : jsonExcerpt(text, places);
  if (pieces === undefined) return undefined;
  const cut = pieces.some(({ is }) => is === 'left') ? ', its long parts cut' : '';
  return html`<p class="aside">${pluralize(body.length, 'byte')} of JSON, indented here${cut}</p>
    ${preformatted(pieces.map(shownView), 'text')}`;
}

function shownView({ text, is }: ExcerptPiece): Html | string {
  if (is === 'left') return html`<span class="left">${text}</span>`;
  return is === 'marked' ? html`<mark>${text}</mark>` : text;
}

function excerptView(excerpt: Excerpt): Html {
  return html`<p class="aside">${sizeText(excerpt)}${excerpt.as === 'hex' ? ', not UTF-8' : ''}</p>
    ${preformatted(excerpt.parts.map(partView), excerpt.as)}`;
}

function sizeText({ from, shown, total }: Excerpt): string {
  if (shown === total) return pluralize(total, 'byte');
  return from === 0
    ? `The first ${shown} of ${pluralize(total, 'byte')}`
    : `Bytes ${from} to ${from + shown - 1} of ${pluralize(total, 'byte')}`;
}

function partView({ text, isMarked }: ExcerptPart): Html | string {
  return isMarked ? html`<mark>${text}</mark>` : text;
}
