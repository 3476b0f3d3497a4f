import { createHash } from 'node:crypto';
import type { HeaderFields } from '../../model/exchange.ts';
import { ownBytes } from '../../reading/own-bytes.ts';
import { placeholders, type Secrets } from '../../model/probe.ts';
import { addInterfaceWords } from './interface-words.ts';
import { hasBytes, type Letters } from './letters.ts';
import { isOrdinary } from './ordinary.ts';
import { joined, type Piece } from './pieces.ts';
import { tracesIn, type Trace } from './search.ts';
import { TooMuchToSearch } from './search-work.ts';
import { redactUnsearchable } from './redact-unsearchable.ts';
import { createSecretIndex, type SecretIndex, type Spelling } from './secret-index.ts';
import { gap } from './unescaping/unescaped-text.ts';
import { unescaped } from './unescaping/unescaped.ts';
import { createDistinctiveWindows, type DistinctiveWindows } from './distinctive-windows.ts';

/** The secrets of a run, as far as they are given. */
export function secretsOf(given: {
  token?: string | undefined;
  otherToken?: string | undefined;
  spentToken?: string | undefined;
}): Secrets {
  return {
    ...(given.token === undefined ? {} : { [placeholders.token]: given.token }),
    ...(given.otherToken === undefined ? {} : { [placeholders.otherToken]: given.otherToken }),
    ...(given.spentToken === undefined ? {} : { [placeholders.spentToken]: given.spentToken }),
  };
}

/** The text with every placeholder replaced by its secret: only for the wire. */
export function reveal(text: string, secrets: Secrets): string {
  // A function, because in a replacement text $& and its like have a meaning of their own.
  return Object.entries(secrets).reduce((revealed, [name, secret]) => revealed.replaceAll(name, () => secret), text);
}

/** The placeholder cut or stretched to the secret's own length, so that lengths and offsets stay true. */
function maskOf(name: string, length: number): string {
  return name.slice(0, length).padEnd(length, '*');
}

/** Every way in which a service might repeat a secret that still gives it away. */
function spellingsOf(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inJsonTwice = JSON.stringify(inJson).slice(1, -1);
  const inUrl = encodeURIComponent(secret);
  const inHtml = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const plain = [
    secret,
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    inJsonTwice,
    inJsonTwice.replaceAll('/', String.raw`\/`),
    inUrl,
    inUrl.replaceAll(/%../g, (code) => code.toLowerCase()),
    inHtml,
  ];
  const hex = Buffer.from(secret, 'utf8').toString('hex');
  return [...new Set([...plain, ...base64SpellingsOf(secret), hex, hex.toUpperCase()])];
}

/**
 * Base64 looks different at each of the three places in a group of bytes at which a secret may begin ("Bearer <token>"
 * encoded as a whole). The letters at the ends, which depend on its neighbours too, are left out.
 */
function base64SpellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + bytes.length);
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = whole.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

export type Named = readonly (readonly [name: string, secret: string])[];

/** What is known of a list of secrets, which may have grown since. */
type Known = {
  readonly windows: DistinctiveWindows;
  /**
   * Also short ones, such as have ordinary words in them, and such as stand where letters beside them look like an
   * escape together with their own: `%` before `aa`, or `%25` before `a0`.
   */
  readonly spellings: SecretIndex;
  /** The hashes of long texts without any: a service may say the same one over and over. */
  readonly clean: Set<string>;
  /** Short texts without any, such as the values of header fields: most of them come with each request. */
  readonly cleanTexts: Readonly<Record<Letters, Set<string>>>;
  size: number;
};

/** A shorter text is searched as fast as it is hashed, or nearly. */
const worthHashing = 65_536;
const mostHashes = 1_000;
/** Longer ones are rarely the same. */
const longestText = 256;
const mostTexts = 4_000;

const known = new WeakMap<Named, Known>();

function knownOf(secrets: Named): Known {
  const of = known.get(secrets) ?? {
    windows: createDistinctiveWindows(),
    spellings: createSecretIndex(),
    clean: new Set<string>(),
    cleanTexts: { utf8: new Set<string>(), latin1: new Set<string>() },
    size: 0,
  };
  if (of.size < secrets.length) for (const texts of [of.clean, ...Object.values(of.cleanTexts)]) texts.clear();
  for (const [name, secret] of secrets.slice(of.size)) {
    if (isOrdinary(secret)) continue;
    addWindows(of.windows, name, secret);
    of.spellings.add(spellingsOf(secret).map((spelling) => masked(name, spelling)));
  }
  of.size = secrets.length;
  known.set(secrets, of);
  return of;
}

/** As it is, and as it reads where its own letters look like escapes. */
function addWindows(index: Known['windows'], name: string, secret: string): void {
  // The header of a JSON Web Token (RFC 7519) names no more than an algorithm: many tokens have the same.
  const [, header] = /(?:^|\s)(eyJ[\w-]{9,})\.[\w-]+\.[\w-]*$/.exec(secret) ?? [];
  if (header !== undefined) addInterfaceWords(`${header}.eyJ`);
  const bytes = Buffer.from(secret, 'utf8');
  index.add(name, bytes);
  let read = unescaped(bytes);
  for (let again = 0; read !== undefined && again < 4; again += 1) {
    index.add(name, read.letters);
    read = unescaped(read.letters);
  }
}

function masked(name: string, spelling: string): Spelling {
  const bytes = Buffer.from(spelling, 'utf8');
  return { bytes: ownBytes(bytes), mask: ownBytes(Buffer.from(maskOf(name, bytes.length), 'latin1')) };
}

/**
 * The bytes with every secret masked at equal length; the same bytes where none occurs, and nothing but their hash where
 * they cannot be searched. Lists may only grow.
 */
export function maskBytes(bytes: Uint8Array, secrets: Named): Uint8Array {
  return searched(bytes, secrets) ?? redactUnsearchable(bytes);
}

/** Undefined where it would take too long. */
function searched(bytes: Uint8Array, secrets: Named): Uint8Array | undefined {
  const { windows, spellings, clean } = knownOf(secrets);
  const hash = bytes.length < worthHashing ? undefined : createHash('sha256').update(bytes).digest('base64');
  const copy = Buffer.from(bytes);
  if (hash !== undefined && clean.has(hash)) return copy;
  const traces = inBounds(() => tracesIn(bytes, windows));
  if (traces === undefined) return undefined;
  for (const trace of traces) blotOut(copy, trace);
  spellings.blotOut(copy);
  if (hash !== undefined && clean.size < mostHashes && copy.equals(bytes)) clean.add(hash);
  return copy;
}

function inBounds<T>(search: () => T): T | undefined {
  try {
    return search();
  } catch (error) {
    if (error instanceof TooMuchToSearch) return undefined;
    throw error;
  }
}

/** The placeholder where all of a secret stood, so that who reads it knows which; asterisks for a part of one. */
function blotOut(bytes: Uint8Array, { from, to, stride, name, isWhole, isNumber }: Trace): void {
  if (isNumber) return blotOutDigits(bytes, from, to);
  const mask = maskOf(isWhole ? name : '', Math.ceil((to - from) / stride));
  for (let letter = 0; letter < mask.length; letter += 1) bytes[from + letter * stride] = mask.charCodeAt(letter);
}

/** Numbers stay numbers, so that JSON goes on to be JSON. */
function blotOutDigits(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) bytes[at] = one;
  }
}

const one = 0x31;

/** Whether anything of a secret can be read there, in any spelling. */
export function givesAway(bytes: Uint8Array, secrets: Named): boolean {
  return Buffer.compare(maskBytes(bytes, secrets), bytes) !== 0;
}

/**
 * Masks in a copy, each in its place, what is found where pieces of a text are put together; all of it where that would
 * take too long.
 */
export function maskPieces(copy: Uint8Array, source: Uint8Array, pieces: readonly Piece[], secrets: Named): void {
  const { windows } = knownOf(secrets);
  const { letters, from } = joined(source, pieces);
  const traces = inBounds(() => tracesIn(letters, windows, 1));
  if (traces === undefined) return copy.set(redactUnsearchable(source));
  for (const { from: first, to } of traces)
    for (let letter = first; letter < to; letter += 1) {
      const at = from[letter];
      if (at !== undefined && letters[letter] !== gap && copy[at] === source[at]) copy[at] = star;
    }
}

const star = 0x2a;

/** The same for several texts that are none of them cut. What had no secret before is not searched again. */
export function maskTexts(texts: readonly string[], secrets: Named, letters: Letters = 'utf8'): readonly string[] {
  const clean = knownOf(secrets).cleanTexts[letters];
  const others = [...new Set(texts)].filter((text) => !clean.has(text));
  if (others.length === 0) return texts;
  const masked = maskedTexts(others, secrets, letters);
  const maskedOf = new Map(others.map((text, at) => [text, masked[at] ?? '']));
  for (const [text, now] of maskedOf)
    if (text === now && text.length <= longestText && clean.size < mostTexts) clean.add(text);
  return texts.map((text) => maskedOf.get(text) ?? text);
}

function maskedTexts(texts: readonly string[], secrets: Named, letters: Letters): readonly string[] {
  // Where one has the sign itself, they could not be told apart again.
  if (texts.length > 1 && texts.some((text) => text.includes(between)))
    return texts.flatMap((text) => maskedTexts([text], secrets, letters));
  const masked = searched(Buffer.from(texts.join(between), letters), secrets);
  if (masked === undefined)
    return texts.map((text) => Buffer.from(redactUnsearchable(Buffer.from(text, letters))).toString(letters));
  const all = Buffer.from(masked).toString(letters);
  return texts.length === 1 ? [all] : all.split(between);
}

const between = String.fromCharCode(gap);

/** The same for a message, which may quote a header field. */
export function maskText(text: string, secrets: Named): string {
  const masked = Buffer.from(maskBytes(Buffer.from(text, 'utf8'), secrets)).toString('utf8');
  return hasBytes(masked) ? maskBytesOf(masked, secrets) : masked;
}

/** Letters that stand for a byte each; others, between them, stay. */
function maskBytesOf(text: string, secrets: Named): string {
  const bytes = Buffer.from(text, 'latin1');
  const masked = maskBytes(bytes, secrets);
  if (Buffer.compare(masked, bytes) === 0) return text;
  return Array.from(bytes, (byte, at) =>
    byte === masked[at] ? text.charAt(at) : String.fromCharCode(masked[at] ?? 0),
  ).join('');
}

/** Fields of `--header` whose values say what the caller can read, and are no secrets: answers may repeat them. */
const publicFields = /^(accept|accept-.*|cache-control|content-.*|pragma|prefer|user-agent|x-request-id)$/i;

/**
 * The secrets in fields of `--header`: the values, the credentials alone where a scheme such as `Basic` is before them,
 * the password within those, and the values of cookies. A service may take each of them apart, and repeat a part.
 */
export function secretsInFields(fields: HeaderFields): Named {
  return fields
    .filter(([name]) => !publicFields.test(name))
    .flatMap(([name, value]) => {
      const [, scheme, credentials] = /^(\w+) +(\S+)$/.exec(value) ?? [];
      const parts = [
        ...(credentials === undefined ? [] : [credentials]),
        ...(scheme?.toLowerCase() === 'basic' ? passwordIn(credentials ?? '') : []),
        ...(name.toLowerCase() === 'cookie' ? value.split(/; */).map((pair) => pair.replace(/^[^=]*=/, '')) : []),
      ];
      return [value, ...parts].map((secret) => [`\${HEADER ${name}}`, secret] as const);
    });
}

/** RFC 7617: name and password in base64, parted by the first colon. */
function passwordIn(credentials: string): readonly string[] {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? [] : [decoded, decoded.slice(colon + 1)];
}
