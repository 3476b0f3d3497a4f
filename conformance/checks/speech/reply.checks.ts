import { clause } from '../../model/check.ts';
import { typeMatchesBytes } from '../../expectations/audio/asked/agrees-with-format.ts';
import { carriesSpeech } from '../../expectations/audio/carries-speech.ts';
import { isWhole } from '../../expectations/audio/is-whole.ts';
import { isEncodedOnce, isStrictBase64 } from '../../expectations/audio/is-strict-base64.ts';
import { isClearlyShorter, isShorter } from '../../expectations/audio/asked/lasts.ts';
import { isLabelledJson } from '../../expectations/bodies/is-json.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { onCall } from '../../expectations/judged-as.ts';
import { unlessTooLong } from './outcomes.ts';
import { longSpeech, oneAndMore, speak } from './probes.ts';

/** Raw samples contain every byte value, so that their base64 contains every letter of the alphabet. */
const wav = speak({ format: 'wav' });

export const reply = clause('2.6', 'speech.reply', {
  requirement: 'audioBase64 is the generated audio, base64-encoded; contentType is its media type',
  also: ['1', '4.5'],
  checks: {
    'says-json': {
      title: 'Labels speech replies as JSON in Content-Type',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('speech'),
      requirement: 'All response bodies are JSON except the stream',
      probe: speak(),
      expect: [isLabelledJson],
      fault: 'speech-header-says-audio',
    },
    'carries-audio-and-its-type': {
      title: 'Returns audioBase64 and contentType in every speech reply',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('speech'),
      probe: speak(),
      expect: [carriesSpeech],
      fault: 'speech-audio-missing',
      alsoFinds: [
        'speech-raw-audio-body',
        'speech-json-twice',
        'speech-audio-empty',
        'speech-pcm-empty',
        'speech-content-type-missing',
        'speech-content-type-bare-format',
        'speech-form-taken-for-later',
      ],
    },
    'default-is-what-it-says': {
      title: 'Names the format of the audio in contentType when none was requested',
      level: 'MUST',
      requirement: 'contentType is the media type of the audio, also where no format was asked for',
      probe: speak(),
      expect: [typeMatchesBytes],
      fault: 'speech-content-type-wrong',
    },
    'is-base64': {
      title: 'Sends audioBase64 as standard padded base64 without line breaks',
      level: 'MUST',
      requirement: 'audioBase64 is base64 text: its alphabet, padded, without line breaks (RFC 4648 3, 4)',
      ofEvery: everyWholeSuccessOf('speech'),
      probe: wav,
      expect: [isStrictBase64],
      fault: 'speech-base64-url-alphabet',
      alsoFinds: [
        'speech-base64-line-breaks',
        'speech-base64-unpadded',
        'speech-base64-data-uri',
        'speech-base64-in-pieces',
        'speech-base64-unpadded-with-instructions',
      ],
    },
    'is-encoded-once': {
      title: 'Encodes the audio in audioBase64 only once',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('speech'),
      probe: wav,
      expect: [isEncodedOnce],
      fault: 'speech-base64-twice',
    },
    'longer-text-lasts-longer': {
      title: 'Three sentences give longer audio than one',
      level: 'MUST',
      requirement: 'The service converts text to spoken audio: three times the text is more of it',
      probe: oneAndMore,
      expect: [
        onCall(0, isSuccess),
        unlessTooLong(onCall(2, isSuccess), 2),
        unlessTooLong(isShorter({ at: 0, words: 'one sentence' }, { at: 2, words: 'three of it' }), 2),
      ],
      fault: 'speech-fixed-length',
    },
    'speaks-marked-up-texts': {
      title: 'Speaks a list in bold, and what follows ’, 3.5 and ://',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it, whether or not its marks are spoken',
      probe: oneAndMore,
      expect: [
        unlessTooLong(isSuccess),
        unlessTooLong(
          isShorter(
            { at: 0, words: 'one sentence' },
            { at: 3, words: 'three of it in a list in bold, behind ’, 3.5 and ://' },
          ),
        ),
      ],
      fault: 'text-without-list-items',
      alsoFinds: [
        'text-without-what-is-bold',
        'text-stops-at-typographic-apostrophe',
        'text-stops-at-decimal-point',
        'text-stops-at-url',
      ],
    },
    'speaks-all-of-a-long-text': {
      title: 'A long text gives at least 1.25 times the audio of its first half',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it',
      probe: longSpeech,
      expect: [
        unlessTooLong(isClearlyShorter({ at: 0, words: 'half of a text' }, { at: 1, words: 'the whole of it' })),
      ],
      fault: 'text-cut-at-300',
    },
    'long-audio-is-whole': {
      title: 'Sends the complete mp3 of a text of about 800 characters',
      level: 'MUST',
      requirement: 'audioBase64 is the generated audio, all of it',
      probe: longSpeech,
      expect: [unlessTooLong(isWhole)],
      fault: 'speech-cut-at-32-kib',
    },
  },
});
