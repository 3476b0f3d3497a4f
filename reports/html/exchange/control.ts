import type { Exchange, HeaderFields } from '../../../conformance/model/exchange.ts';
import type { Compared } from '../../exchange/compared.ts';
import { behindHead, fieldsOfRaw } from '../../exchange/raw-parts.ts';
import { shortened } from '../../text/visible.ts';
import { lettersOf } from '../../text/whole-letters.ts';
import { type Html, html } from '../../text/html.ts';

const longestBody = 4_000;
const longestShown = 300;
/** Of what both have in common so much is shown around a difference. */
const around = 40;
const mostPairs = 20;

type Pair = { readonly name: string; readonly own: string; readonly control: string };

/**
 * The request that had to succeed before a failure proved anything, and did: where it and its answer differ, and then all of
 * it. `name` is that of its check.
 */
export function controlView({ own, exchange }: Compared, name: Html, whole: Html | undefined): Html {
  const isRaw = [own, exchange].some(({ request }) => request.raw !== undefined);
  const sent = differing(requestOf(own, isRaw), requestOf(exchange, isRaw));
  const came = differing(answerOf(own), answerOf(exchange));
  return html`<details class="exchange beside">
    <summary><span class="step">Control: must succeed, and did</span> ${name}</summary>
    <div class="sides">
      <h4>Difference in the request</h4>
      ${sent.length === 0 ? html`<p class="aside">Nothing: both requests are the same.</p>` : sent.map(pairView)}
      <h4>Difference in the response</h4>
      ${came.length === 0 ? html`<p class="aside">Nothing but the time it took.</p>` : came.map(pairView)} ${whole}
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

function differing(own: ReadonlyMap<string, string>, control: ReadonlyMap<string, string>): readonly Pair[] {
  const names = [...new Set([...own.keys(), ...control.keys()])];
  const pairs = names.flatMap((name) => {
    const pair = { name, own: own.get(name) ?? '', control: control.get(name) ?? '' };
    return pair.own === pair.control ? [] : [pair];
  });
  return pairs.slice(0, mostPairs);
}

/**
 * Each request has an id of its own. What was sent byte by byte is read in the same parts; a client writes some of its header
 * by itself, which counts beside that.
 */
function requestOf({ request }: Exchange, isBesideRaw: boolean): ReadonlyMap<string, string> {
  const { method, url, headers, body, raw } = request;
  const fields = raw === undefined ? [...(isBesideRaw ? ownFields(request) : []), ...headers] : fieldsOfRaw(raw);
  const head = [
    named('request', `${method} ${url}`),
    ...fields.map(([name, value]) => named(name, value)).filter(([name]) => name !== 'x-request-id'),
  ];
  return new Map([...head, ['body', raw === undefined ? textOf(body) : behindHead(raw).slice(0, longestBody)]]);
}

function ownFields({ url, body }: Exchange['request']): HeaderFields {
  return [['host', new URL(url).host], ...(body.length === 0 ? [] : [['content-length', `${body.length}`] as const])];
}

/** Of the header only what says how the body is to be read: dates and ids differ in any two answers. */
function answerOf({ response }: Exchange): ReadonlyMap<string, string> {
  if (response.is === 'noAnswer') return new Map([['status', `no answer: ${response.because}`]]);
  const { status, headers, body } = response;
  const type = headers.filter(([name]) => /^content-(?:type|encoding)$/i.test(name));
  return new Map([
    ['status', String(status)],
    ...type.map(([name, value]) => named(name, value)),
    ['body', textOf(body)],
  ]);
}

function named(name: string, value: string): readonly [string, string] {
  return [name.toLowerCase(), value.slice(0, longestBody)];
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, longestBody));
}

/** Both texts with what is only in one of them marked, and little of what is the same around it. */
function marked(own: string, control: string): readonly [Html, Html] {
  const [mine, other] = [lettersOf(own), lettersOf(control)];
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
    return html`${from > around ? '…' : ''}${before}${only === '' ? undefined : html`<mark>${shortened(only, longestShown)}</mark>`}${after}${to + around < text.length ? '…' : ''}`;
  };
  return [show(mine), show(other)];
}
