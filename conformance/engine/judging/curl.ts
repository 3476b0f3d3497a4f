import { inWordsOfAShell } from '../../model/mutated-tokens.ts';
import { placeholders } from '../../model/probe.ts';
import { headerOf, type Exchange, type HeaderFields } from '../../model/exchange.ts';
import { inSingleQuotes, shellWord } from './shell.ts';
import { withoutOwnId } from '../../http/identifying-fields.ts';

/** Longest body in a curl line: a longer one would not paste well. */
const longestInlineBody = 4_000;

/** The shell words for placeholders of secrets, and of tokens that are derived from one. */
const inShell: ReadonlyMap<string, string> = new Map([
  ...Object.values(placeholders).map((name) => [name, `"${name}"`] as const),
  ...inWordsOfAShell,
]);
/** Tokens of workspaces that were made for a probe, and the fields of `--header`: no environment variable has them. */
const elsewhere = /\$\{(?:WORKSPACE_TOKEN(?:_\w+)?|HEADER [\w!#$%&'*+.^`|~-]+)\}/;

/** True where a curl line, with only environment variables, can send the whole request and shows the answer. */
export function isSingleCurl({ request, response }: Exchange): boolean {
  const { url, headers, body, raw } = request;
  if (raw !== undefined || body.length > longestInlineBody) return false;
  // curl may forgive an answer that breaks the grammar, and waits for ever where none comes.
  const isAnswered = response.is === 'answer' && response.ending !== 'left';
  // curl sends other letters of a field as UTF-8, whatever bytes were sent.
  const isPlain = headers.every(([, value]) => /^[\x20-\x7e\t]*$/.test(value));
  const text = [url, ...headers.map(([, value]) => value), Buffer.from(body).toString('latin1')].join('\n');
  return isAnswered && isPlain && !elsewhere.test(text);
}

/** A raw request without a body and without unusual bytes. */
const plainRaw = /^([A-Z]+) (\/[!"$-~]*) HTTP\/1\.1\r\nHost: ([!-~]+)\r\n((?:[\w-]+: [!-~]+(?: [!-~]+)*\r\n)*)\r\n$/;
/** Fields that curl writes itself, and segments that it removes from a path. */
const ofCurl = /^(?:host|content-length|transfer-encoding|expect):/im;
const dots = /\/\.{1,2}(?:\/|$)/;

/**
 * A raw request that any client would send alike, as an ordinary request: it shows the same status, though not how the
 * answer was framed. Any other exchange is returned as it is.
 */
export function asAnyClientSends(exchange: Exchange): Exchange {
  const { raw = '', ...request } = exchange.request;
  const [, method, path, host, fields = ''] = raw.length > longestInlineBody ? [] : (plainRaw.exec(raw) ?? []);
  const { origin, host: own } = new URL(request.url);
  if (method === undefined || path === undefined || host !== own) return exchange;
  if (ofCurl.test(fields) || dots.test(path)) return exchange;
  const headers = fields
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line): HeaderFields[number] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    });
  return { ...exchange, request: { ...request, method, url: origin + path, headers } };
}

/**
 * The request as a line for a POSIX shell that works when pasted, with secrets as environment variables: the caller's
 * token is `$ASSAY_TOKEN`.
 */
export function curlOf({ request, response }: Exchange): string {
  const { before } = bodyOf(request);
  return [...before, 'curl', ...argumentsFor(request), ...(mayHaveAudio(response) ? [`| ${cutsAudio}`] : [])].join(' ');
}

/** The same for two requests over one connection; undefined where a body has to be piped in. */
export function onOneConnection(first: Exchange, next: Exchange): string | undefined {
  if ([first, next].some(({ request }) => bodyOf(request).before.length > 0)) return undefined;
  const audio = mayHaveAudio(first.response) || mayHaveAudio(next.response) ? [`| ${cutsAudio}`] : [];
  return ['curl', ...argumentsFor(first.request), '--next', ...argumentsFor(next.request), ...audio].join(' ');
}

function argumentsFor(request: Exchange['request']): readonly string[] {
  const { method, url, headers } = request;
  return [
    '-sS',
    '-i',
    '-g',
    // With -X HEAD curl would wait for a body that never comes.
    ...(method === 'HEAD' ? ['--head'] : ['-X', shellWord(method)]),
    // By itself, curl would accept any type.
    ...(headerOf(headers, 'accept') === undefined ? ['-H', "'accept:'"] : []),
    ...withoutOwnId(headers).flatMap(fieldArgument),
    ...bodyOf(request).argument,
    quoted(url),
  ];
}

/** True for a long JSON answer: audio in base64 is a single line of many pages, with the status far above it. */
function mayHaveAudio(response: Exchange['response']): boolean {
  if (response.is !== 'answer' || response.body.length <= longestAnswer) return false;
  return /json/i.test(headerOf(response.headers, 'content-type') ?? '');
}

const longestAnswer = 4_000;
/** Shortens only the base64: what stands around it stays, as any member may be the wrong one. */
const cutsAudio = String.raw`sed -E 's;([A-Za-z0-9+/=_-]{60})[A-Za-z0-9+/=_-]{200,};\1...;g'`;

/** curl takes `name:` as a request to leave the field out, and `name;` as an empty field. */
function fieldArgument([name, value]: HeaderFields[number]): readonly string[] {
  return ['-H', quoted(value.trim() === '' ? `${name};` : `${name}: ${value}`)];
}

type BodyWords = { readonly before: readonly string[]; readonly argument: readonly string[] };

function bodyOf({ headers, body, revealsBody }: Exchange['request']): BodyWords {
  if (body.length === 0) return { before: [], argument: [] };
  // By itself, curl would say that a body is a form.
  const untyped = headerOf(headers, 'content-type') === undefined ? ['-H', "'content-type:'"] : [];
  const text = Buffer.from(body).toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(body);
  if (!isText || unprintable.test(text))
    return {
      before: [`printf '%b' ${inSingleQuotes(inEscapes(body))}`, '|'],
      argument: [...untyped, '--data-binary', '@-'],
    };
  // With --data-raw a body that begins with @ is not a file name. Placeholders in a body were mostly sent as they
  // stand.
  const word = revealsBody === true ? quoted(text) : inSingleQuotes(text);
  return { before: [], argument: [...untyped, '--data-raw', word] };
}

/**
 * Letters that reports print as a visible sign, so that they could not be pasted, and NUL, which no shell takes. Line
 * ends, tabs, and the joiners of scripts and emoji stay as they are.
 */
const unprintable = new RegExp(
  String.raw`[[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2028\u2029]--[\n\t\u200c\u200d\ufe0e\ufe0f]]`,
  'v',
);

/** As `printf %b` reads it: every byte but the plain letters of ASCII by its number. */
function inEscapes(body: Uint8Array): string {
  return [...body]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\x20-\x5b\x5d-\x7e]/.test(letter) ? letter : `\\0${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}

const secret = new RegExp(
  `(${[...inShell.keys()].map((name) => name.replaceAll(/[${}?]/g, String.raw`\$&`)).join('|')})`,
);

/**
 * In single quotes, which keep everything as it is; placeholders stand outside of them, so that the shell fills them
 * in.
 */
function quoted(text: string): string {
  return text
    .split(secret)
    .filter((part) => part !== '')
    .map((part) => inShell.get(part) ?? inSingleQuotes(part))
    .join('');
}
