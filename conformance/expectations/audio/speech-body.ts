import { jsonOf } from '../../bodies/content.ts';
import type { Expectation, Judgement } from '../../model/check.ts';
import type { Answer } from '../../model/exchange.ts';
import { onSuccess } from '../on-answer.ts';
import { readOnce } from '../../reading/read-once.ts';

/** The two fields of 2.6 as they came, of any type. */
type SpeechBody = { readonly audioBase64: unknown; readonly contentType: unknown };

/** The text-to-speech response. Undefined where it is no JSON object. */
export function speechBodyOf(answer: Answer): SpeechBody | undefined {
  const json = jsonOf(answer);
  if (json.is !== 'json' || typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return undefined;
  const { audioBase64, contentType } = json.value as Readonly<Record<string, unknown>>;
  return { audioBase64, contentType };
}

/**
 * The audio itself, decoded leniently, since `isStrictBase64` judges strictness. Undefined where there is none, and where
 * decoders differ on what it is, so that nothing is said of a sound that the service did not mean.
 */
export function audioIn(answer: Answer): Uint8Array | undefined {
  const bytes = decoded(answer);
  return bytes.length === 0 ? undefined : bytes;
}

/** An expectation about the audio of a response; inconclusive where there is none. */
export function onAudio(judge: (audio: Uint8Array) => Judgement | Promise<Judgement>): Expectation {
  return onSuccess((answer) => {
    const audio = audioIn(answer);
    return audio === undefined ? { inconclusive: whyNoAudio(answer) } : judge(audio);
  });
}

/** Why `audioIn` finds nothing, in words for a judgement. */
export function whyNoAudio(answer: Answer): string {
  const audioBase64 = speechBodyOf(answer)?.audioBase64;
  return typeof audioBase64 === 'string' && goesOnBehindPadding.test(unwrapped(audioBase64))
    ? 'audioBase64 goes on behind a "=", so that decoders differ on what the audio is'
    : 'the answer carries no audio';
}

/** Some decoders end at the first padding, others go on, and others refuse it (RFC 4648 3.2, 3.3). */
const goesOnBehindPadding = /=[A-Za-z0-9+/_-]/;

/** The judgement of a check for one container about audio in another, since the document leaves the choice open. */
export function notInContainer(container: string): Judgement {
  return { inconclusive: `no audio comes as ${container}`, isUnspecified: true };
}

/** Matches a data: URI, and the prefix with which Python writes bytes. */
const wrapping = /^(?:data:[^,]*,|b(?='))/;

function unwrapped(audioBase64: string): string {
  return audioBase64.replace(wrapping, '');
}

/** Cached for each answer, so that it always gives the same bytes object, by which further results are cached. */
const decoded = readOnce(
  ({ body }: Answer) => body.length,
  (answer): Uint8Array => {
    const audioBase64 = speechBodyOf(answer)?.audioBase64;
    const isDecodable = typeof audioBase64 === 'string' && !goesOnBehindPadding.test(unwrapped(audioBase64));
    return isDecodable ? Buffer.from(unwrapped(audioBase64), 'base64') : new Uint8Array();
  },
);
