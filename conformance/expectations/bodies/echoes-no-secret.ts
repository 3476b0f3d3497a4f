import { contentOf } from '../../bodies/content.ts';
import type { ByteRange, Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import type { Answer, Exchange } from '../../model/exchange.ts';
import { callerOf, anonymousCaller, tokensIn } from '../caller.ts';
import { onAnswer } from '../on-answer.ts';
import { aroundPlace } from '../../reading/whole-letters.ts';

/**
 * The beginnings of the masks that stand in a kept answer for secrets that differ from ordinary text. A mask is as long
 * as its secret, so it may be shorter than the placeholder. A service cannot know masks, since it is sent the secret
 * itself.
 */
const maskStarts = ['${ASSA', '${WORKS'];

/**
 * No answer repeats the token of its request: errors are logged, pasted and shown. A token that was sent in the body is
 * not judged, since a bot may well repeat it.
 */
export const echoesNoSecret = onAnswer((asCame, { id, request, kept }) => {
  const answer = kept?.response.is === 'answer' ? kept.response : asCame;
  if (maskStarts.some((start) => bufferOf(request.body).includes(start))) return [];
  return placesIn(answer).flatMap(([subject, text]) => {
    if (subject.toLowerCase() === 'header location' && repeatsItsOwn(text, request.url)) return [];
    const at = maskStarts.map((start) => text.indexOf(start)).find((place) => place >= 0);
    if (at === undefined) return [];
    // The mask is as long as the token was, so the characters that pad it did not come from the service.
    const observed = JSON.stringify(aroundPlace(text, at, 30).replaceAll(filledUp, '$1'));
    const range = subject === 'body' ? { range: rangeOf(id, text, at) } : {};
    return [{ subject, expected: 'nothing of the token', observed: `it contains the token: ${observed}`, ...range }];
  });
});

/**
 * True for a redirect that has the token only in the path and query of its own request, with or without a slash at the
 * end, at another scheme or port of its host, or at a parent or a subdomain of it. Any other redirect tells the token
 * to a new host.
 */
function repeatsItsOwn(location: string, url: string): boolean {
  const [given, asked] = [
    URL.parse(location.replaceAll(filledUp, '$1'), url),
    URL.parse(url.replaceAll(filledUp, '$1')),
  ];
  if (given === null || asked === null || pathAndQuery(given) !== pathAndQuery(asked)) return false;
  const [above = '', below = ''] = [given.hostname, asked.hostname].toSorted((one, other) => one.length - other.length);
  const isNear = above === below || (below.endsWith(`.${above}`) && above.includes('.'));
  const others = `${given.username} ${given.password} ${given.hostname} ${given.hash}`;
  const written = others.replaceAll(/%7b/gi, '{').toUpperCase();
  return isNear && maskStarts.every((start) => !written.includes(start));
}

function pathAndQuery({ pathname, search }: URL): string {
  return pathname.replace(/\/$/, '') + search;
}

/** A placeholder that is padded to the length of the token. */
const filledUp = /(\$\{[A-Z_]+\})\*+/g;

/**
 * No answer tells the token of another caller (5.1): whoever reads it can act for them. A request with several tokens,
 * or with one outside of the header, has no plain caller and is not judged.
 */
export const leaksNoTokenOfOthers: Expectation = (seen, run = []) =>
  onAnswer((answer, exchange) => tokensToldIn(answer, exchange, run))(seen);

function tokensToldIn(asCame: Answer, exchange: Exchange, run: Exchanges): readonly Mismatch[] {
  const caller = callerOf(exchange);
  if (caller === undefined) return [];
  const answer = exchange.kept?.response.is === 'answer' ? exchange.kept.response : asCame;
  return placesIn(answer).flatMap(([subject, text]) => {
    const other = tokensIn(text).find((token) => !caller.startsWith(token));
    if (other === undefined) return [];
    const range = subject === 'body' ? { range: rangeOf(exchange.id, text, text.indexOf(other)) } : {};
    const whose = caller === anonymousCaller ? 'a caller without a token' : 'another caller';
    const before = run.findLast((each) => each.startedAt < exchange.startedAt && callerOf(each)?.startsWith(other));
    const restsOn = before === undefined ? {} : { restsOn: [before.id] };
    const observed = `tells ${other} to ${whose}`;
    return [{ subject, expected: 'no token but its caller’s', observed, ...range, ...restsOn }];
  });
}

/** The place of the mask in the body from which the text was made. */
function rangeOf(exchange: string, text: string, at: number): ByteRange {
  const [mask = ''] = /^\$\{\w*\}?\**/.exec(text.slice(at)) ?? [];
  return { exchange, at: Buffer.byteLength(text.slice(0, at)), bytes: mask.length };
}

function placesIn(answer: Answer): readonly (readonly [string, string])[] {
  const content = contentOf(answer);
  const bytes = bufferOf(content.is === 'bytes' ? content.bytes : answer.body);
  // Only a body with a mask is decoded: bodies may be megabytes of audio.
  const isFound = maskStarts.some((start) => bytes.includes(start));
  return [
    ...answer.headers.map(([name, value]) => [`header ${name}`, value] as const),
    ...(answer.trailers ?? []).map(([name, value]) => [`trailer ${name}`, value] as const),
    ...(isFound ? [['body', bytes.toString('utf8')] as const] : []),
  ];
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
