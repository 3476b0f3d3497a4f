import type { Exchange, HeaderFields } from '../../../conformance/model/exchange.ts';
import type { ControlComparison } from '../../exchange/control-comparison.ts';
import { rawBodyOf, fieldsOfRaw } from '../../exchange/raw-parts.ts';
import { truncate } from '../../text/visible.ts';
import { graphemesOf } from '../../text/graphemes.ts';
import { type Html, html } from '../../text/html.ts';

/** Longer texts are compared whole, and shown from shortly before their first difference. */
const longestMarked = 4_000;
const longestShown = 300;
/** Characters of common text that are shown around a difference. */
const around = 40;
const mostPairs = 20;

type Parts = ReadonlyMap<string, string | Uint8Array>;
type Pair = { readonly name: string; readonly own: string; readonly control: string };

/**
 * The passed control of a failure: how its request and answer differ from those of the failure, then the whole exchange.
 * `name` is that of the control's check.
 */
export function controlView({ own, exchange }: ControlComparison, name: Html, whole: Html | undefined): Html {
  const isRaw = [own, exchange].some(({ request }) => request.raw !== undefined);
  const sent = differing(requestOf(own, isRaw), requestOf(exchange, isRaw));
  const came = differing(answerOf(own), answerOf(exchange));
  return html`<details class="exchange beside">
    <summary><span class="step">Control: must succeed, and did</span> ${name}</summary>
    <div class="sides">
      <h4>Difference in the request</h4>
      ${sent.length === 0 ? html`<p class="aside">Nothing but the id that each request has.</p>` : sent.map(pairView)}
      <h4>Difference in the response</h4>
      ${came.length === 0 ? html`<p class="aside">Nothing in its status, media type and body.</p>` : came.map(pairView)}
      ${whole}
    </div>
  </details>`;
}

function pairView({ name, own, control }: Pair): Html {
  const [mine, other] = marked(own, control);
  return html`<p class="difference">${name}</p>
    <dl class="pair">
      <dt>control</dt>
      <dd>${other}</dd>
      <dt>here</dt>
      <dd>${mine}</dd>
    </dl>`;
}

function differing(own: Parts, control: Parts): readonly Pair[] {
  const names = [...new Set([...own.keys(), ...control.keys()])];
  const pairs = names.flatMap((name) => {
    const [mine, other] = textsOf(own.get(name) ?? '', control.get(name) ?? '');
    return mine === other ? [] : [{ name, own: mine, control: other }];
  });
  return pairs.slice(0, mostPairs);
}

/** Both bodies as texts; as bytes where they differ and their texts do not, as without UTF-8. */
function textsOf(own: string | Uint8Array, control: string | Uint8Array): readonly [string, string] {
  const [mine, other] = [decoded(own), decoded(control)];
  if (mine !== other || isSame(own, control)) return [mine, other];
  return [decoded(own, 'windows-1252'), decoded(control, 'windows-1252')];
}

function decoded(part: string | Uint8Array, as = 'utf-8'): string {
  return typeof part === 'string' ? part : new TextDecoder(as).decode(part);
}

function isSame(own: string | Uint8Array, control: string | Uint8Array): boolean {
  if (typeof own === 'string' || typeof control === 'string') return true;
  return own.length === control.length && own.every((byte, at) => byte === control[at]);
}

/**
 * The parts of a request that are compared, without its own request id. A raw request is split into the same parts; beside
 * one, the header fields that a client adds by itself count too.
 */
function requestOf({ request }: Exchange, isBesideRaw: boolean): Parts {
  const { method, url, headers, body, raw } = request;
  const fields = raw === undefined ? [...(isBesideRaw ? ownFields(request) : []), ...headers] : fieldsOfRaw(raw);
  return new Map<string, string | Uint8Array>([
    ['request', `${method} ${url}`],
    ...named(fields.filter(([name]) => name.toLowerCase() !== 'x-request-id')),
    ['body', raw === undefined ? body : rawBodyOf(raw)],
  ]);
}

function ownFields({ url, body }: Exchange['request']): HeaderFields {
  return [['host', new URL(url).host], ...(body.length === 0 ? [] : [['content-length', `${body.length}`] as const])];
}

/**
 * The parts of an answer that are compared: of the header only how to read the body, as dates and ids always differ.
 */
function answerOf({ response }: Exchange): Parts {
  if (response.is === 'noAnswer') return new Map([['status', `no answer: ${response.because}`]]);
  const { status, headers, body } = response;
  const type = headers.filter(([name]) => /^content-(?:type|encoding)$/i.test(name));
  return new Map<string, string | Uint8Array>([['status', String(status)], ...named(type), ['body', body]]);
}

/** Header fields by name; a repeated field has all its values. */
function named(fields: HeaderFields): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const [field, value] of fields) {
    const [name, before] = [field.toLowerCase(), byName.get(field.toLowerCase())];
    byName.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return byName;
}

/** Both texts with their differences marked, and little common text around them. */
function marked(own: string, control: string): readonly [Html, Html] {
  const first = firstDifference(own, control);
  const start = first < longestMarked - 2 * around ? 0 : first - 2 * around;
  const [mine, other] = [own, control].map((text) =>
    graphemesOf(text.slice(start, start + longestMarked).toWellFormed()),
  ) as [readonly string[], readonly string[]];
  const shorter = Math.min(mine.length, other.length);
  let from = 0;
  while (from < shorter && mine[from] === other[from]) from++;
  let same = 0;
  while (same < shorter - from && mine.at(-1 - same) === other.at(-1 - same)) same++;
  const show = (text: readonly string[]): Html => {
    const to = text.length - same;
    const before = text.slice(Math.max(0, from - around), from).join('');
    const after = text.slice(to, to + around).join('');
    const only = text.slice(from, to).join('');
    return html`${from > around ? '…' : ''}${before}${only === '' ? undefined : html`<mark>${truncate(only, longestShown)}</mark>`}${after}${to + around < text.length ? '…' : ''}`;
  };
  return [show(mine), show(other)];
}

function firstDifference(own: string, control: string): number {
  let at = 0;
  while (at < own.length && own[at] === control[at]) at++;
  return at;
}
