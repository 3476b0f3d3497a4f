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

/** The given secrets of a run, by placeholder. */
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

/** The text with every placeholder replaced by its secret; only for the wire. */
export function fillIn(text: string, secrets: Secrets): string {
  // A function, because `$&` and the like have a special meaning in a replacement text.
  return Object.entries(secrets).reduce((revealed, [name, secret]) => revealed.replaceAll(name, () => secret), text);
}

/** The placeholder cut or padded to the length of the secret, so that lengths and offsets stay true. */
function maskOf(name: string, length: number): string {
  return name.slice(0, length).padEnd(length, '*');
}

/** Spellings in which a service may repeat a secret and still give it away. */
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
 * Base64 looks different at each of the three offsets within a group at which a secret may begin (such as in "Bearer
 * <token>" encoded as a whole). Letters at the ends that also depend on neighbouring bytes are left out.
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

export type NamedSecrets = readonly (readonly [name: string, secret: string])[];

/** What is known of a list of secrets, which may have grown since. */
type Known = {
  readonly windows: DistinctiveWindows;
  /**
   * Finds secrets that the windows miss: short ones, those that contain ordinary words, and those that form an escape
   * with the letters beside them: `%` before `aa`, or `%25` before `a0`.
   */
  readonly spellings: SecretIndex;
  /** Hashes of long texts without secrets: a service may send the same text over and over. */
  readonly clean: Set<string>;
  /** Short texts without secrets, such as values of header fields, most of which come with every response. */
  readonly cleanTexts: Readonly<Record<Letters, Set<string>>>;
  size: number;
};

/** Shortest text that is hashed: searching a shorter one takes hardly longer than hashing it. */
const worthHashing = 65_536;
const mostHashes = 1_000;
/** Longest text that is remembered as clean: longer ones are rarely the same. */
const longestText = 256;
const mostTexts = 4_000;

const known = new WeakMap<NamedSecrets, Known>();

function knownOf(secrets: NamedSecrets): Known {
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

/** Adds the windows of the secret as it is, and as it reads where its own letters look like escapes. */
function addWindows(index: Known['windows'], name: string, secret: string): void {
  // The header of a JSON Web Token (RFC 7519) names only an algorithm, so that many tokens have the same header.
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
 * The bytes with every secret masked at equal length; an equal copy where there is none, and only their length and hash
 * where they cannot be searched. `secrets` may only grow.
 */
export function maskBytes(bytes: Uint8Array, secrets: NamedSecrets): Uint8Array {
  return searched(bytes, secrets) ?? redactUnsearchable(bytes);
}

/** The bytes with every secret masked; undefined where the search would take too long. */
function searched(bytes: Uint8Array, secrets: NamedSecrets): Uint8Array | undefined {
  const { windows, spellings, clean } = knownOf(secrets);
  const hash = bytes.length < worthHashing ? undefined : createHash('sha256').update(bytes).digest('base64');
  const copy = Buffer.from(bytes);
  if (hash !== undefined && clean.has(hash)) return copy;
  const traces = inBounds(() => tracesIn(bytes, windows));
  if (traces === undefined) return undefined;
  for (const trace of traces) blotOut(copy, trace);
  spellings.maskIn(copy);
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

/** Writes the placeholder where the whole secret stands, so that readers know which it is, and asterisks for a part. */
function blotOut(bytes: Uint8Array, { from, to, stride, name, isWhole, isNumber }: Trace): void {
  if (isNumber) return blotOutDigits(bytes, from, to);
  const mask = maskOf(isWhole ? name : '', Math.ceil((to - from) / stride));
  for (let letter = 0; letter < mask.length; letter += 1) bytes[from + letter * stride] = mask.charCodeAt(letter);
}

/** Replaces digits by digits, so that numbers stay numbers and JSON stays JSON. */
function blotOutDigits(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) bytes[at] = one;
  }
}

const one = 0x31;

/** Whether the bytes contain a secret or a part of it, in any spelling. */
export function containsSecret(bytes: Uint8Array, secrets: NamedSecrets): boolean {
  return Buffer.compare(maskBytes(bytes, secrets), bytes) !== 0;
}

/**
 * Masks in `copy`, at their places in the source, the secrets that are found where pieces of a text are joined; masks
 * everything where that would take too long.
 */
export function maskPieces(
  copy: Uint8Array,
  source: Uint8Array,
  pieces: readonly Piece[],
  secrets: NamedSecrets,
): void {
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

/** Masks several texts, none of which was cut. A text that had no secret before is not searched again. */
export function maskTexts(
  texts: readonly string[],
  secrets: NamedSecrets,
  letters: Letters = 'utf8',
): readonly string[] {
  const clean = knownOf(secrets).cleanTexts[letters];
  const others = [...new Set(texts)].filter((text) => !clean.has(text));
  if (others.length === 0) return texts;
  const masked = maskedTexts(others, secrets, letters);
  const maskedOf = new Map(others.map((text, at) => [text, masked[at] ?? '']));
  for (const [text, now] of maskedOf)
    if (text === now && text.length <= longestText && clean.size < mostTexts) clean.add(text);
  return texts.map((text) => maskedOf.get(text) ?? text);
}

function maskedTexts(texts: readonly string[], secrets: NamedSecrets, letters: Letters): readonly string[] {
  // A text that contains the separator itself could not be split again.
  if (texts.length > 1 && texts.some((text) => text.includes(between)))
    return texts.flatMap((text) => maskedTexts([text], secrets, letters));
  const masked = searched(Buffer.from(texts.join(between), letters), secrets);
  if (masked === undefined)
    return texts.map((text) => Buffer.from(redactUnsearchable(Buffer.from(text, letters))).toString(letters));
  const all = Buffer.from(masked).toString(letters);
  return texts.length === 1 ? [all] : all.split(between);
}

const between = String.fromCharCode(gap);

/** Masks a message, which may quote a header field. */
export function maskText(text: string, secrets: NamedSecrets): string {
  const masked = Buffer.from(maskBytes(Buffer.from(text, 'utf8'), secrets)).toString('utf8');
  return hasBytes(masked) ? maskBytesOf(masked, secrets) : masked;
}

/** Masks text whose letters stand for a byte each; any other letters between them stay. */
function maskBytesOf(text: string, secrets: NamedSecrets): string {
  const bytes = Buffer.from(text, 'latin1');
  const masked = maskBytes(bytes, secrets);
  if (Buffer.compare(masked, bytes) === 0) return text;
  return Array.from(bytes, (byte, at) =>
    byte === masked[at] ? text.charAt(at) : String.fromCharCode(masked[at] ?? 0),
  ).join('');
}

/** Fields of `--header` that say what the caller can read, and are no secrets: answers may repeat their values. */
const publicFields = /^(accept|accept-.*|cache-control|content-.*|pragma|prefer|user-agent|x-request-id)$/i;

/**
 * The secrets in fields of `--header`: the values, the credentials behind a scheme such as `Basic`, the password within
 * those, and the values of cookies. A service may take these apart and repeat a part.
 */
export function secretsInFields(fields: HeaderFields): NamedSecrets {
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

/** RFC 7617: user name and password in base64, separated by the first colon. */
function passwordIn(credentials: string): readonly string[] {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? [] : [decoded, decoded.slice(colon + 1)];
}
