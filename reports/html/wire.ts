import type { HeaderFields } from '../../conformance/model/exchange.ts';
import { type Excerpt, type Marked, excerptOf } from '../text/excerpt.ts';
import type { Part } from '../text/excerpt-part.ts';
import { counted } from '../text/format.ts';
import { type Html, html } from '../text/html.ts';
import { preformatted } from './page.ts';

/** The first line of a message and its header fields. */
export function headView(first: string, headers: HeaderFields): Html {
  const lines = headers.map(([name, value]) => ['\n', html`<span class="field">${name}:</span> ${value}`]);
  return preformatted([html`<strong>${first}</strong>`, lines]);
}

/** A body, or as much of it as shows what is marked. */
export function bodyView(body: Uint8Array, marks: readonly Marked[] = []): Html {
  if (body.length === 0) return html`<p class="aside">No body.</p>`;
  const excerpt = excerptOf(body, 4096, marks);
  return html`<p class="aside">${sizeText(excerpt)}${excerpt.as === 'hex' ? ', not UTF-8' : ''}</p>
    ${preformatted(excerpt.parts.map(partView), excerpt.as)}`;
}

function sizeText({ from, shown, total }: Excerpt): string {
  if (shown === total) return counted(total, 'byte');
  return from === 0
    ? `The first ${shown} of ${counted(total, 'byte')}`
    : `Bytes ${from} to ${from + shown - 1} of ${counted(total, 'byte')}`;
}

function partView({ text, isMarked }: Part): Html | string {
  return isMarked ? html`<mark>${text}</mark>` : text;
}
