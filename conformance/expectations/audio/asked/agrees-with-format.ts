import { formats } from '../../../audio/formats.ts';
import { speechFormats, type SpeechFormat } from '../../../contract/limits.ts';
import type { Expectation, ExchangeFilter, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { sentJson } from '../../../bodies/sent-json.ts';
import { everyWholeSuccessOf } from '../../kinds.ts';
import { onSuccess } from '../../on-answer.ts';
import { unknownContainerOf } from '../decoding/unknown-container.ts';
import { mediaTypesOfContainers } from '../media-types.ts';
import { identify } from '../read-audio.ts';
import { audioIn, onAudio, speechBodyOf } from '../speech-body.ts';
import { typeNameOf, typeParametersOf } from '../../../bodies/media-type.ts';

/** `contentType` is a name of the format that was asked for (2.5, 2.6). */
export function typeMatchesFormat(format: SpeechFormat): Expectation {
  return onSuccess((answer) => {
    const contentType = speechBodyOf(answer)?.contentType;
    if (typeof contentType !== 'string') return { inconclusive: 'the answer carries no contentType' };
    return namesOf(format, contentType);
  });
}

/**
 * The format that a request asks for, read from the request itself. Undefined where it asks for none, or for an unknown
 * format.
 */
export function requestedFormat({ request }: Exchange): SpeechFormat | undefined {
  const body = sentJson(request);
  const asked = typeof body === 'object' && body !== null && 'format' in body ? body.format : undefined;
  return speechFormats.find((known) => known === asked);
}

/** The same for the format of the request, if the request can be read in a single way. */
export const typeMatchesRequest: Expectation = (seen) => {
  const [exchange] = seen;
  const format = exchange === undefined || isAskedTwice(exchange) ? undefined : requestedFormat(exchange);
  return format === undefined
    ? { inconclusive: 'the request named no single format, so there is none to compare with' }
    : typeMatchesFormat(format)(seen);
};

/** The bytes are of the format that the request asks for, whichever that is. */
export const bytesMatchRequest: Expectation = (seen) => {
  const [exchange] = seen;
  const format = exchange === undefined || isAskedTwice(exchange) ? undefined : requestedFormat(exchange);
  return format === undefined
    ? { inconclusive: 'the request named no single format, so there is none to compare with' }
    : bytesMatchFormat(format)(seen);
};

/** Each complete success of a request for this format. */
export function everySpeechInFormat(format: SpeechFormat): ExchangeFilter {
  const isSpeech = everyWholeSuccessOf('speech');
  return (exchange) => isSpeech(exchange) && requestedFormat(exchange) === format && !isAskedTwice(exchange);
}

/** True where a member is given twice: nobody knows which counts (RFC 8259 4). */
function isAskedTwice({ request }: Exchange): boolean {
  const text = Buffer.from(request.body).toString('utf8');
  return text.split('"format"').length > 2 || /\\u[0-9a-f]{4}[^"]*"\s*:/i.test(text);
}

/**
 * `contentType` is a name of what the bytes are, where no format was asked for (2.6: media type of the audio). The
 * default format is not shown (2.5) and need not be one of those that a request may ask for.
 */
export const typeMatchesBytes = onSuccess(async (answer) => {
  const contentType = speechBodyOf(answer)?.contentType;
  const audio = audioIn(answer);
  if (typeof contentType !== 'string' || audio === undefined)
    return { inconclusive: 'the answer carries no audio with a contentType' };
  const identified = await identify(audio);
  if ('inconclusive' in identified) return identified;
  const { format, label } = identified;
  if (format !== 'other') return namesOf(format, contentType);
  const isNamed = mediaTypesOfContainers.some(
    ([container, names]) => container.test(label) && names.test(typeNameOf(contentType)),
  );
  if (isNamed) return [];
  return [{ subject: 'audio', expected: `what ${contentType} says`, observed: label, kind: { is: 'audio' } }];
});

function namesOf(format: SpeechFormat, contentType: string): readonly Mismatch[] {
  const { mediaTypes } = formats[format];
  const wrong = (expected: string): readonly Mismatch[] => [
    { subject: 'contentType', expected, observed: contentType },
  ];
  if (!mediaTypes.includes(typeNameOf(contentType))) return wrong(`a name of ${format}, such as ${mediaTypes[0]}`);
  return namesOtherCodecs(format, contentType) ? wrong(`${format} as its codecs, or none`) : [];
}

/** The names in use for the codecs of a media type (RFC 6381 3.3, RFC 5334 4). */
const knownCodecs = /^(?:opus|vorbis|speex|flac|alac|mp3|mp4a(?:\.[0-9a-f]+)*)$/i;

/** True where all `codecs` of a media type are known ones, and none of them is of the format. */
function namesOtherCodecs(format: SpeechFormat, contentType: string): boolean {
  const codecs = typeParametersOf(contentType).get('codecs')?.split(',') ?? [];
  const { codec } = formats[format];
  if (codec === undefined || codecs.length === 0) return false;
  // Of mp4a only the number behind tells AAC from MP3 (ISO/IEC 14496-1 7.2.6.6).
  const isOfFormat = (name: string): boolean => codec.test(name) || (format === 'mp3' && /^mp4a/i.test(name));
  return codecs.every((each) => knownCodecs.test(each.trim()) && !isOfFormat(each));
}

/** The bytes are of the format that was asked for, whatever `contentType` says (2.5, 2.6). */
export function bytesMatchFormat(format: SpeechFormat): Expectation {
  return onAudio(async (audio) => {
    const unknown = unknownContainerOf(audio);
    if (unknown?.carries.includes(format) === false)
      return [{ subject: 'audio', expected: format, observed: unknown.label, kind: { is: 'audio' } }];
    const identified = await identify(audio);
    if ('inconclusive' in identified) return identified;
    if (identified.format === format) return [];
    return [{ subject: 'audio', expected: format, observed: identified.label, kind: { is: 'audio' } }];
  });
}
