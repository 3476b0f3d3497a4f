import { headerOf, type Answer } from '../model/exchange.ts';
import { audioLabel, knownAudioLabel } from '../audio/audio-label.ts';
import { contentOf, excerptOf, jsonOf } from '../bodies/content.ts';
import { headOf, tailOf } from '../reading/whole-letters.ts';

/**
 * How many characters of the beginning and of the end of a JSON text are shown, where it mostly says what became of the
 * request.
 */
const [shownFirst, shownLast] = [110, 50];

/**
 * The status and a description of the body, as messages show an answer: audio by its size and format, JSON as it came.
 */
export function describeAnswer(answer: Answer): string {
  const status = `status ${answer.status}${elsewhere(answer)}`;
  const audio = audioOf(answer);
  return audio === undefined ? `${status}${bodyWords(answer)}` : `${status} with ${audio}`;
}

/** Where a redirect leads, so that a user sees that the base URL has http in place of https, or another path. */
function elsewhere({ status, headers }: Answer): string {
  const location = status >= 300 && status < 400 ? headerOf(headers, 'location') : undefined;
  return location === undefined ? '' : ` to ${excerptOf(Buffer.from(location))}`;
}

function bytesOf(answer: Answer): Uint8Array {
  const content = contentOf(answer);
  return content.is === 'bytes' ? content.bytes : answer.body;
}

function audioOf(answer: Answer): string | undefined {
  const json = jsonOf(answer);
  const base64 =
    json.is === 'json' ? (json.value as { readonly audioBase64?: unknown } | null)?.audioBase64 : undefined;
  const audio = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined;
  // Encoded bytes that could not be decoded may begin like audio by chance.
  return audio === undefined || audio.length === 0 ? knownAudioLabel(bytesOf(answer)) : audioLabel(audio);
}

function bodyWords(answer: Answer): string {
  const bytes = bytesOf(answer);
  if (bytes.length === 0) return ', no body';
  const json = jsonOf(answer);
  const isObject = json.is === 'json' && typeof json.value === 'object' && json.value !== null;
  return `, ${isObject ? jsonWords(bytes) : excerptOf(bytes)}`;
}

/** JSON keeps its own quotation marks: as a string it would be twice as long and harder to read. */
function jsonWords(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8').replaceAll(/\s+/g, ' ').trim();
  if (text.length <= shownFirst + shownLast + 1) return text;
  return `${headOf(text, shownFirst)}…${tailOf(text, shownLast)}`;
}
