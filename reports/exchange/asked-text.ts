import type { Exchange } from '../../conformance/model/exchange.ts';
import { truncate } from '../text/visible.ts';
import { bodyText, mostForTexts } from './body-text.ts';
import { rawBodyOf } from './raw-parts.ts';
import { workspaceNameIn } from './workspace-name.ts';

/** `POST /v1/audio/tts  {"text":"The quick brown fox…","speed":4.01}`; for raw bytes, the request lines in them. */
export function askedText({ method, url, headers, body, raw }: Exchange['request']): string {
  if (raw === undefined) {
    const head = parts(`${method} ${pathOf(url)}`, callerText(headers, url), fieldsText(headers));
    return parts(head, bodyText(body, Math.max(leastForBody, Math.min(mostForTexts, mostForAll - head.length))));
  }
  const lines = requestsIn(raw.slice(0, longestRaw));
  if (lines.length > 1) return parts(lines.map(askedRawly).join(', then '), '(raw bytes on one connection)');
  const [first = ''] = raw.slice(0, longestRaw).split(/\r?\n/, 1);
  return parts(first.replace(usualVersion, ''), bodyText(sentBody(raw, body)), '(raw bytes)');
}

/**
 * Characters of a request that fit on two lines of a terminal, behind its place among several calls. Behind a long path
 * or caller the body has less room: its last member, such as the sessionId, may be what matters.
 */
const mostForAll = 150;
const leastForBody = 50;

/** The caller and the address without the body: `POST /v1/audio/tts  (no valid token)`. */
export function routeText({ method, url, headers }: Exchange['request']): string {
  return parts(`${method} ${pathOf(url)}`, callerText(headers, url));
}

type RawRequest = { readonly line: string; readonly rest: string };

function requestsIn(raw: string): readonly RawRequest[] {
  const found = [...raw.matchAll(requestLine)];
  return found.map(({ 0: line, index }, at) => ({
    line: line.replace(usualVersion, ''),
    rest: raw.slice(index, found[at + 1]?.index),
  }));
}

/** Shows the body too: an unusual one may be what matters. */
function askedRawly({ line, rest }: RawRequest): string {
  return parts(line, bodyText(Buffer.from(rawBodyOf(rest))));
}

/** The intended body without framing, unless other bytes were sent, for example a truncated body. */
function sentBody(raw: string, meant: Uint8Array): Uint8Array {
  const isWhole = meant.length > 0 && raw.includes(Buffer.from(meant).toString('utf8'));
  return isWhole ? meant : Buffer.from(rawBodyOf(raw));
}

/** The caller, unless it has a usual token, or asks for the voices, which need none. */
function callerText(headers: Exchange['request']['headers'], url: string): string {
  const fields = headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value);
  if (fields.length === 0) return url.endsWith('/voices') ? '' : '(no Authorization)';
  const field = fields.join(', ');
  const told = otherCallers[field];
  if (told !== undefined) return told;
  // It matters which of several workspaces sends the request, for example the owner of a session or another. Numbered
  // ones are all alike.
  const workspace = usualCaller.test(field) ? workspaceNameIn(field) : undefined;
  if (workspace !== undefined && /^[a-z ]+$/.test(workspace)) return `(token of the workspace “${workspace}”)`;
  return usualCaller.test(field) ? '' : `(Authorization: ${truncate(field, mostOfField)})`;
}

const otherCallers: Readonly<Record<string, string>> = {
  'Bearer ${ASSAY_OTHER_TOKEN}': '(token of another workspace)',
  'Bearer not-a-token-of-anybody': '(no valid token)',
};
/** Tokens are replaced by their placeholders. */
const usualCaller = /^Bearer \$\{\w+\}$/;
const mostOfField = 40;

/** `(Accept: text/html)`: header fields with an unusual value, since that may be the cause. */
function fieldsText(headers: Exchange['request']['headers']): string {
  const unusual = headers.filter(
    ([name, value]) =>
      !saidOtherwise.test(name) && usualFields[name.toLowerCase()] !== value && !ofEveryRequest.test(value),
  );
  return unusual.length === 0
    ? ''
    : `(${unusual.map(([name, value]) => `${name}: ${truncate(value, mostOfField)}`).join(', ')})`;
}

/** Fields that are shown elsewhere, and fields that differ in each request. */
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

/** Longest part of raw bytes that is examined: many kilobytes of them are one header. */
const longestRaw = 10_000;
/** The start of a request, also right after the body of another. */
const requestLine = /(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY) [^\s"]+ HTTP\/\d(?:\.\d)?(?=\r?\n)/gi;
const usualVersion = / HTTP\/1\.1$/;

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
