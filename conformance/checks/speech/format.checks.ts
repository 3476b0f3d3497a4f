import { spokenText } from '../../model/probes/plain-speech.ts';
import type { FaultId } from '../../../fixtures/faults/index.ts';
import { speechFormats, speed as bounds, type SpeechFormat } from '../../contract/limits.ts';
import { clause, type Expectation } from '../../model/check.ts';
import {
  bytesMatchFormat,
  bytesMatchRequest,
  typeMatchesRequest,
} from '../../expectations/audio/asked/agrees-with-format.ts';
import { isInNetworkOrder } from '../../expectations/audio/byte-order.ts';
import { ifInFormat } from '../../expectations/audio/asked/comes-as.ts';
import { observedContentType } from '../../expectations/audio/content-type-seen.ts';
import { isWhole } from '../../expectations/audio/is-whole.ts';
import { lengthFitsCharacters } from '../../expectations/audio/asked/lasts.ts';
import { isAudibleIfWords, isAudibleInFormat } from '../../expectations/audio/asked/sounds.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { formatRequests, formatRefusedFault } from './asked-formats.ts';
import { containerChecks } from './containers.ts';
import { formatInOtherCase, formatLookalikes, instructionsAreAccepted } from './combined.ts';
import { allRefusedCheck, noServerErrorCheck, refusedCheck, refusedLookalikeCheck } from './outcomes.ts';
import { guidedAtTwoSpeeds, speak } from './probes.ts';

/**
 * A MUST for each format, on the same request: services choose an encoder for each format, and mostly err in one of
 * them.
 */
function eachFormat(
  name: string,
  titleOf: (format: SpeechFormat) => string,
  faultOf: (format: SpeechFormat) => FaultId,
  expect: (format: SpeechFormat) => readonly Expectation[],
) {
  return Object.fromEntries(
    speechFormats.map((format) => [
      `${format}-${name}`,
      {
        title: titleOf(format),
        level: 'MUST' as const,
        probe: speak({ format }),
        expect: expect(format),
        fault: faultOf(format),
      },
    ]),
  );
}

const wholeChecks = Object.fromEntries(
  speechFormats.flatMap((format) => {
    const { truncationFault: fault, moreTruncationFaults: alsoFinds = [] } = formatRequests[format];
    if (fault === undefined) return [];
    const probe = speak({ format });
    return [
      [
        `${format}-is-whole`,
        {
          title: `Sends ${format} audio as a complete file`,
          level: 'MUST' as const,
          probe,
          expect: [ifInFormat(format, isWhole)],
          fault,
          alsoFinds,
        },
      ] as const,
    ];
  }),
);

/** Not for pcm: the sample rate of raw samples is open, so that their duration cannot be judged. */
const lengthChecks = Object.fromEntries(
  speechFormats
    .filter((format) => format !== 'pcm')
    .map((format) => [
      `${format}-lasts-as-long-as-its-text`,
      {
        title: `Sends ${format} audio of a plausible length for its text`,
        level: 'SHOULD' as const,
        requirement: 'The service converts text to spoken audio',
        probe: speak({ format }),
        expect: [ifInFormat(format, lengthFitsCharacters(spokenText.length))],
        fault: 'speech-first-buffer-only' as const,
      },
    ]),
);

const listOfOne = speak({ format: ['mp3'] });
const nullFormat = speak({ format: null });

export const format = clause('2.5', 'speech.format', {
  requirement: `format is one of ${speechFormats.join(', ')}`,
  also: ['2.6'],
  checks: {
    ...eachFormat(
      'is-accepted',
      (format) => `Accepts ${format} as audio format`,
      formatRefusedFault,
      () => [isSuccess],
    ),
    'is-what-it-says': {
      title: 'Names the requested audio format in contentType',
      level: 'MUST',
      requirement: 'contentType is the media type of the audio, which has the requested format',
      ofEvery: everyWholeSuccessOf('speech'),
      probe: speak({ format: 'mp3' }),
      expect: [typeMatchesRequest, isInNetworkOrder],
      fault: 'speech-content-type-misspelt',
      alsoFinds: [
        'format-mislabelled',
        'speech-type-of-the-default-with-instructions',
        'speech-opus-says-vorbis',
        'speech-l16-low-byte-first',
      ],
    },
    ...eachFormat(
      'is-what-was-asked',
      (format) => `Sends ${format} audio when asked for ${format}`,
      (format) => (format === 'mp3' ? 'format-always-wav' : 'format-ignored'),
      (name) => [bytesMatchFormat(name)],
    ),
    ...eachFormat(
      'sounds',
      (format) => `Sends ${format} audio that ${format === 'pcm' ? 'is' : 'decodes and is'} not silent`,
      (format) => (format === 'pcm' ? 'speech-pcm-nearly-silent' : 'speech-audio-silent'),
      (name) => [ifInFormat(name, isAudibleInFormat(name))],
    ),
    'is-what-was-asked-everywhere': {
      title: 'Sends every speech in the requested audio format',
      level: 'MUST',
      requirement: 'The audio has the requested format, whatever else was requested',
      ofEvery: everyWholeSuccessOf('speech'),
      probe: guidedAtTwoSpeeds,
      expect: [bytesMatchRequest],
      fault: 'format-forgotten-with-instructions',
      alsoFinds: ['format-ignored-by-a-new-voice'],
    },
    'sounds-everywhere': {
      title: 'Every speech of a text with words decodes and is not silent',
      level: 'MUST',
      requirement: 'In every format the audio of words is not silent, whatever else was requested',
      ofEvery: everyWholeSuccessOf('speech'),
      probe: speak({ speed: bounds.maximum }),
      expect: [isAudibleIfWords],
      fault: 'speech-silent-when-fast',
      alsoFinds: [
        'speech-silent-beyond-ascii',
        'speech-pcm-silent-when-slow',
        'speech-of-one-sample',
        'speech-flac-frames-of-one-more',
      ],
    },
    ...wholeChecks,
    ...containerChecks,
    ...lengthChecks,
    'rejects-unknown': {
      title: 'Rejects an unknown audio format, ogg3',
      ...refusedCheck(speak({ format: 'ogg3' }), 'format-unknown-accepted', 'mp3-is-accepted'),
    },
    'rejects-container-name': {
      title: 'Rejects the container name ogg as the audio format',
      ...refusedCheck(speak({ format: 'ogg' }), 'format-aliases-accepted', 'opus-is-accepted'),
    },
    'rejects-mp4': {
      title: 'Rejects mp4 as the audio format',
      ...refusedCheck(speak({ format: 'mp4' }), 'format-aliases-accepted', 'aac-is-accepted'),
    },
    'rejects-media-type': {
      title: 'Rejects the media type audio/mpeg as the audio format',
      ...refusedCheck(speak({ format: 'audio/mpeg' }), 'format-media-type-accepted', 'mp3-is-accepted'),
    },
    // Values are compared as JSON compares strings, code unit by code unit (RFC 8259 8.3).
    'rejects-other-case': {
      title: 'Rejects MP3 in capitals as the audio format',
      ...refusedCheck(speak({ format: 'MP3' }), 'format-case-folded', 'mp3-is-accepted'),
    },
    'rejects-other-case-beside-others': {
      title: 'Rejects MP3 in capitals in a request with all other fields',
      ...refusedCheck(formatInOtherCase, 'format-case-folded-with-a-speed', 'mp3-is-accepted'),
      positiveControl: instructionsAreAccepted,
    },
    'rejects-what-is-like-one': {
      title: 'Rejects wave, pcm16, auto, json, true, a list, a parameter as the audio format',
      ...allRefusedCheck(formatLookalikes, 'format-wave-accepted', 'mp3-is-accepted'),
      alsoFinds: ['format-parameters-stripped', 'format-compared-loosely'],
    },
    'rejects-padding': {
      title: 'Rejects an audio format with a space before its name',
      ...refusedCheck(speak({ format: ' mp3' }), 'format-trimmed', 'mp3-is-accepted'),
    },
    'rejects-file-suffix': {
      title: 'Rejects .mp3 with a dot as the audio format',
      ...refusedCheck(speak({ format: '.mp3' }), 'format-dot-stripped', 'mp3-is-accepted'),
    },
    'rejects-longer-name': {
      title: 'Rejects mp3x as the audio format',
      ...refusedCheck(speak({ format: 'mp3x' }), 'format-beginning-enough', 'mp3-is-accepted'),
    },
    'rejects-empty': {
      title: 'Rejects an empty audio format',
      ...refusedCheck(speak({ format: '' }), 'format-falsy-is-default', 'mp3-is-accepted'),
    },
    'rejects-false': {
      title: 'Rejects false as the audio format',
      ...refusedCheck(speak({ format: false }), 'format-falsy-is-default', 'mp3-is-accepted'),
    },
    // A check for truthiness alone takes 0 for absent.
    'rejects-number': {
      title: 'Rejects the number 0 as the audio format',
      ...refusedCheck(speak({ format: 0 }), 'format-number-500', 'mp3-is-accepted'),
      alsoFinds: ['format-zero-is-default'],
    },
    'rejects-array': {
      title: 'Rejects an array of one audio format',
      ...refusedLookalikeCheck(listOfOne, 'format-array-accepted', 'mp3-is-accepted'),
    },
    'list-of-one-is-no-server-error': {
      title: 'An array of one audio format causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(listOfOne, 'format-array-500', 'mp3-is-accepted'),
    },
    'rejects-several': {
      title: 'Rejects an array of two audio formats',
      ...refusedCheck(speak({ format: ['mp3', 'wav'] }), 'format-array-accepted', 'mp3-is-accepted'),
    },
    'rejects-object': {
      title: 'Rejects an object as the audio format',
      ...refusedCheck(speak({ format: { type: 'mp3' } }), 'format-object-is-default', 'mp3-is-accepted'),
    },
    'null-is-no-server-error': {
      title: 'An audio format of null causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(nullFormat, 'format-null-500', 'mp3-is-accepted'),
    },
  },
  observations: {
    default: { says: 'The default format: not specified', probe: speak(), see: observedContentType },
    null: { says: 'The status of a format of null: not specified', probe: nullFormat, see: observedStatus },
  },
});
