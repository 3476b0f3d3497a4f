import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { behindHead } from '../exchange/raw-parts.ts';
import { workspaceNameIn } from '../exchange/workspace-name.ts';
import { durationText } from '../text/format.ts';
import { bodyText, mostShown } from './body-text.ts';
import { isOfSequence } from './plain-mismatch.ts';
import { painter, type TerminalStyle } from '../text/paint.ts';
import { sizeText } from '../text/size.ts';
import { shortened, visible } from '../text/visible.ts';

/**
 * One exchange of several, in the order in which they ended: `3  POST /v1/audio/speech  {"speed":4.01}`, and below it what
 * came.
 */
export function stepLines(number: number, exchange: Exchange, style: TerminalStyle): string {
  const { request } = exchange;
  const paint = painter(style);
  const lead = `${String(number).padStart(4)}  `;
  const room = Math.max(style.width - lead.length, 20);
  const cut = (text: string): string => shortened(visible(text), room);
  return `${paint('bold', lead)}${cut(askedText(request))}\n${' '.repeat(lead.length)}${paint('dim', cut(cameText(exchange)))}`;
}

/** `POST /v1/audio/tts  {"text":"The quick brown fox…","speed":4.01}`; of raw bytes the request lines in them, as they are. */
export function askedText({ method, url, headers, body, raw }: Exchange['request']): string {
  if (raw === undefined)
    return parts(`${method} ${pathOf(url)}`, callerText(headers, url), fieldsText(headers), bodyText(body));
  const lines = requestsIn(raw.slice(0, longestRaw));
  if (lines.length > 1) return parts(lines.map(askedRawly).join(', then '), '(raw bytes on one connection)');
  const [first = ''] = raw.slice(0, longestRaw).split(/\r?\n/, 1);
  return parts(first.replace(usualVersion, ''), bodyText(sentBody(raw, body)), '(raw bytes)');
}

type RawRequest = { readonly line: string; readonly rest: string };

function requestsIn(raw: string): readonly RawRequest[] {
  const found = [...raw.matchAll(requestLine)];
  return found.map(({ 0: line, index }, at) => ({
    line: line.replace(usualVersion, ''),
    rest: raw.slice(index, found[at + 1]?.index),
  }));
}

/** A body that nobody has to send may be what matters. */
function askedRawly({ line, rest }: RawRequest): string {
  return parts(line, bodyText(Buffer.from(behindHead(rest))));
}

/** The body that was meant, in no framing, unless it was sent otherwise, as where it breaks off. */
function sentBody(raw: string, meant: Uint8Array): Uint8Array {
  const isWhole = meant.length > 0 && raw.includes(Buffer.from(meant).toString('utf8'));
  return isWhole ? meant : Buffer.from(behindHead(raw));
}

/** Who asks, where that is not somebody with a token: any may ask for the voices. */
function callerText(headers: Exchange['request']['headers'], url: string): string {
  const fields = headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value);
  if (fields.length === 0) return url.endsWith('/voices') ? '' : '(no Authorization)';
  const field = fields.join(', ');
  const told = otherCallers[field];
  if (told !== undefined) return told;
  // Who of several asks decides: the owner of a session, say, or another. What is numbered is one of many that are alike.
  const workspace = usualCaller.test(field) ? workspaceNameIn(field) : undefined;
  if (workspace !== undefined && /^[a-z ]+$/.test(workspace)) return `(token of the workspace “${workspace}”)`;
  return usualCaller.test(field) ? '' : `(Authorization: ${shortened(field, mostOfField)})`;
}

const otherCallers: Readonly<Record<string, string>> = {
  'Bearer ${ASSAY_OTHER_TOKEN}': '(token of another workspace)',
  'Bearer not-a-token-of-anybody': '(no valid token)',
};
/** In the place of each token stands what it is called. */
const usualCaller = /^Bearer \$\{\w+\}$/;
const mostOfField = 40;

/** `(Accept: text/html)`: header fields with another value than most requests have, since that may be what decides. */
function fieldsText(headers: Exchange['request']['headers']): string {
  const unusual = headers.filter(
    ([name, value]) =>
      !saidOtherwise.test(name) && usualFields[name.toLowerCase()] !== value && !ofEveryRequest.test(value),
  );
  return unusual.length === 0
    ? ''
    : `(${unusual.map(([name, value]) => `${name}: ${shortened(value, mostOfField)}`).join(', ')})`;
}

/** Who asks is told apart, and these are of each request its own. */
const saidOtherwise = /^(?:authorization|host|user-agent|x-request-id|content-length)$/i;
const usualFields: Readonly<Record<string, string>> = {
  accept: '*/*',
  'content-type': 'application/json',
  connection: 'keep-alive',
};
/** A field of `--header`. */
const ofEveryRequest = /^\$\{HEADER /;

function parts(...all: readonly string[]): string {
  return all.filter((part) => part !== '').join('  ');
}

/** Of what is sent as raw bytes; many kilobytes of it are one header. */
const longestRaw = 10_000;
/** Where a request begins, also right behind the body of another. */
const requestLine = /(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY) [^\s"]+ HTTP\/\d(?:\.\d)?(?=\r?\n)/gi;
const usualVersion = / HTTP\/1\.1$/;

/** What was recorded, by its id. */
export type ExchangeOf = (
  id: string,
) => (Pick<Exchange, 'request'> & Partial<Pick<Exchange, 'response' | 'startedAt'>>) | undefined;

export function exchangesById(exchanges: readonly Exchange[]): ExchangeOf {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return (id) => byId.get(id);
}

/** The request that shows it, where no curl line sends it. */
export function requestBesideCurl(finding: Finding, exchangeOf: ExchangeOf | undefined): string | undefined {
  return finding.reproduceBy === 'command' ? requestShowing(finding, exchangeOf) : undefined;
}

/** The request that shows it, of several calls which: `call 3 of 4: POST /v1/audio/tts {"text":"a"}`. */
export function requestShowing(
  { exchanges, mismatches: [first], reproduces, verdict }: Finding,
  exchangeOf: ExchangeOf | undefined,
): string | undefined {
  if (verdict.is !== 'fail') return undefined;
  const id = first?.exchange ?? reproduces ?? exchanges[0];
  const request = id === undefined ? undefined : exchangeOf?.(id)?.request;
  if (id === undefined || request === undefined) return undefined;
  const at = exchanges.indexOf(id);
  const isSequence = at >= 0 && isOfSequence(first, exchanges);
  return `${isSequence ? `call ${at + 1} of ${exchanges.length}: ` : ''}${askedText(request)}`;
}

/**
 * What was sent before the answer that shows it, and without which it shows nothing: `POST /v1/bots/a/chat {"message":"a"}
 * → 200`, what is alike but for its text once, with how often: `12 × POST /v1/audio/tts (no valid token) → 401`.
 */
export function requestsBefore(
  { mismatches: [first] }: Finding,
  exchangeOf: ExchangeOf | undefined,
): readonly string[] {
  const shown = exchangeOf?.(first?.exchange ?? '');
  const sent = (first?.restsOn ?? []).flatMap((id) => exchangeOf?.(id) ?? []).filter((each) => !isLater(each, shown));
  const alike = Map.groupBy(sent, (each) => [routeOf(each), cameAs(each)].join('\n'));
  return [...alike.values()].flatMap(([one, ...more]) => {
    if (one === undefined) return [];
    const asked = more.length === 0 ? askedText(one.request) : `${more.length + 1} × ${routeOf(one)}`;
    return [`${asked}${cameAs(one)}`];
  });
}

type Sent = NonNullable<ReturnType<ExchangeOf>>;

/** What it is compared with may have come behind it. */
function isLater({ startedAt: one }: Sent, shown: Sent | undefined): boolean {
  const other = shown?.startedAt;
  return one !== undefined && other !== undefined && one > other;
}

function routeOf({ request: { method, url, headers } }: Sent): string {
  return parts(`${method} ${pathOf(url)}`, callerText(headers, url));
}

function cameAs({ response }: Sent): string {
  return response?.is === 'answer' ? `  → ${response.status}` : '';
}

/**
 * The smallest request that generated cases of a cause came to, where that is much smaller than the one request that shows the
 * cause and gets the same: what is not in it does not matter. Not of what the document leaves open: that would be another
 * cause. Nor one of plain words: then no request matters.
 */
export function smallestRequest(
  [lead, ...others]: readonly Finding[],
  exchangeOf: ExchangeOf | undefined,
): string | undefined {
  const [first] = lead?.mismatches ?? [];
  const own = exchangeOf?.(first?.exchange ?? lead?.reproduces ?? lead?.exchanges[0] ?? '')?.request;
  if (first === undefined || lead?.reproduceBy !== 'curl' || lead.case !== undefined) return undefined;
  if (own === undefined || own.raw !== undefined) return undefined;
  const [smallest] = others
    .filter(({ case: of, input }) => of?.smaller === true && of.exchanges === undefined && input === undefined)
    .flatMap(({ mismatches: [shown] }) =>
      shown?.exchange !== undefined && isSeenAlike(first, shown) ? (exchangeOf?.(shown.exchange)?.request ?? []) : [],
    )
    .filter((request) => request.raw === undefined && endOf(request) === endOf(own))
    .toSorted((a, b) => a.body.length - b.body.length);
  if (smallest === undefined || 2 * smallest.body.length > own.body.length) return undefined;
  const text = bodyText(smallest.body);
  return plainRequest.test(text) ? undefined : text;
}

const plainRequest = /^\{"(?:message|text)":"[\w ]*"(?:,"voice":"\w*")?\}$/;

function isSeenAlike(one: Finding['mismatches'][number], other: Finding['mismatches'][number]): boolean {
  return (one.kind?.observed ?? one.observed) === (other.kind?.observed ?? other.observed);
}

/** `/stream`: bots have other names from workspace to workspace. */
function endOf({ url }: Exchange['request']): string {
  const { pathname } = new URL(url);
  return pathname.slice(pathname.lastIndexOf('/'));
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function cameText({ response }: Exchange): string {
  if (response.is === 'noAnswer')
    return `no answer: ${response.because}, ${response.detail}, after ${durationText(response.endedAtMs)}`;
  const { status, headers, body, ending, endedAtMs } = response;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'no Content-Type';
  const end = ending === 'complete' ? '' : `, ${ending}`;
  const what =
    /json|text/.test(type) && body.length <= mostShown
      ? bodyText(body, mostForAnswers)
      : `${type}, ${sizeText(body.length)}`;
  return `${status}  ${what === '' ? 'no body' : what}, ${durationText(endedAtMs)}${end}`;
}

/** What came is told in one line, of which the end is cut: the reply comes first in most. */
const mostForAnswers = 90;
