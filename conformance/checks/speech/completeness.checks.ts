import type { FaultId } from '../../../fixtures/faults/index.ts';
import type { SpeechFormat } from '../../contract/limits.ts';
import { clause, type PositiveControl } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { withinCombinedSpeech } from './all-in-one.ts';
import { isInItsContainer } from '../../expectations/audio/is-of-its-type.ts';
import { isWhole } from '../../expectations/audio/is-whole.ts';
import { ifInFormat } from '../../expectations/audio/asked/comes-as.ts';
import { isShorter } from '../../expectations/audio/asked/lasts.ts';
import { lengthsFitOtherFormats } from '../../expectations/audio/asked/lasts-alike.ts';
import { lengthsFitRequests } from '../../expectations/audio/asked/lasts-as-asked.ts';
import { lastsAtLeastTimes } from '../../expectations/audio/asked/lasts-at-least.ts';
import { lengthFitsLetters } from '../../expectations/audio/asked/lasts-by-its-letters.ts';
import { isSpokenOnce } from '../../expectations/audio/asked/lasts-once.ts';
import { areSuccesses, isSuccess } from '../../expectations/statuses/is-success.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { isAudibleInOtherScripts, isAudibleInFormat } from '../../expectations/audio/asked/sounds.ts';
import { hasNoLongSilence } from '../../expectations/audio/asked/sounds-throughout.ts';
import {
  inTwoOrders,
  minRatioOfOrders,
  minRatioOfThreefold,
  numbersFirst,
  numbersLast,
  singleAndThreefold,
  singleText,
  threefoldText,
} from './in-pieces.ts';
import { unlessTooLong } from './outcomes.ts';
import {
  everyWord,
  longSamples,
  longSpeech,
  oneAndMore,
  shortAndLong,
  speak,
  speakLong,
  textsOfKinds,
} from './probes.ts';
import { veryLongTexts } from './very-long.ts';

const leastIsSpoken: PositiveControl = {
  says: 'the least speech is spoken, which is the shortest to compare with',
  probe: speak(),
  shownIn: (seen) =>
    seen.some(isAccepted) && seen.every(isAccepted) ? { by: seen } : { because: 'the least speech was not spoken' },
};

const longIsSpoken: PositiveControl = {
  says: 'the long text is spoken as opus, which is another format to compare with',
  probe: speakLong('opus'),
  shownIn: (seen) => {
    const [spoken] = seen;
    if (spoken !== undefined && isAccepted(spoken)) return { by: [spoken] };
    const because = 'the long text was not spoken as opus';
    // How long a text may be is not shown (8.2).
    return spoken !== undefined && isRefused(spoken) ? { because, isUnspecified: true } : { because };
  },
};

function isRefused({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status >= 400 && response.status < 500;
}

const one = { at: 0, words: 'one sentence' } as const;

/** Sound with little or no compression is the largest answer by far: size limits on the way show here first. */
const largeIsWhole = (format: SpeechFormat, fault: FaultId) =>
  ({
    level: 'MUST',
    requirement: 'audioBase64 is the generated audio, all of it, however large',
    probe: speakLong(format),
    expect: [
      unlessTooLong(isSuccess),
      unlessTooLong(ifInFormat(format, isAudibleInFormat(format))),
      unlessTooLong(ifInFormat(format, isWhole)),
    ],
    fault,
  }) as const;

const inItsContainer = (format: SpeechFormat, fault: FaultId) =>
  ({ level: 'MUST', probe: speak({ format }), expect: [ifInFormat(format, isInItsContainer)], fault }) as const;

export const whole = clause('2.6', 'speech.completeness', {
  requirement: 'audioBase64 is the generated audio, and contentType is its media type',
  also: ['1', '2.5', '4.5'],
  checks: {
    'speaks-every-line': {
      title: 'Speaks more than the first line of a text',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it',
      control: 'speech.text/accepts-line-breaks',
      probe: oneAndMore,
      expect: [unlessTooLong(isShorter(one, { at: 1, words: 'two lines of it' }), 1)],
      fault: 'text-first-line-only',
    },
    'speaks-every-sentence': {
      title: 'Speaks what follows the first sentence, and what follows ! ? ; : – — … 。 ।',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it',
      probe: oneAndMore,
      expect: [unlessTooLong(isShorter(one, { at: 2, words: 'three of it behind other marks' }), 2)],
      fault: 'text-first-sentence-only',
      alsoFinds: ['text-stops-at-question-mark', 'text-stops-at-dash', 'text-stops-at-other-full-stops'],
    },
    'is-one-recording': {
      title: 'Sends several sentences as one WAV file, not several joined',
      level: 'MUST',
      requirement:
        'The generated audio is one recording: of several files joined together, players play only the first',
      probe: oneAndMore,
      expect: [unlessTooLong(ifInFormat('wav', isWhole))],
      fault: 'speech-wav-end-to-end',
      alsoFinds: ['speech-wav-header-twice'],
    },
    'large-wav-is-whole': {
      title: 'Sends the complete wav of a text of about 800 characters',
      ...largeIsWhole('wav', 'speech-audio-cut-at-1-mib'),
    },
    'large-flac-is-whole': {
      title: 'Sends the complete flac of a text of about 800 characters',
      ...largeIsWhole('flac', 'speech-audio-cut-at-1-mib'),
    },
    'long-opus-is-whole': {
      title: 'Sends the complete opus of a text of about 800 characters',
      ...largeIsWhole('opus', 'speech-audio-truncated'),
    },
    'long-aac-is-whole': {
      title: 'Sends the complete aac of a text of about 800 characters',
      ...largeIsWhole('aac', 'speech-audio-truncated'),
    },
    // Raw samples do not announce their length.
    'long-pcm-sounds': {
      title: 'Sends pcm that is not silent for a text of about 800 characters',
      level: 'MUST',
      requirement: 'audioBase64 is the generated audio, of a long text too',
      probe: longSamples,
      expect: [unlessTooLong(isSuccess), unlessTooLong(ifInFormat('pcm', isAudibleInFormat('pcm')))],
      fault: 'text-long-500',
      alsoFinds: ['speech-of-one-sample'],
    },
    'speaks-more-for-longer': {
      title: 'A much longer text gives longer audio in every format',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it, in every format and whatever it contains',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      // About five times the text of the smallest speech, so that two lengths can be compared in any run.
      probe: withinCombinedSpeech.probe,
      positiveControl: leastIsSpoken,
      expect: [lengthsFitRequests('texts')],
      fault: 'text-first-sentence-only',
      alsoFinds: [
        'text-cut-at-500',
        'text-cut-at-1000',
        'text-cut-at-1500',
        'text-cut-at-2000-beside-mp3',
        'text-cut-in-pcm',
        'text-stops-at-emoji',
        'text-stops-at-quote',
        'text-stops-at-apostrophe',
        'text-stops-at-hash',
        'text-stops-at-backslash',
        'text-stops-at-tab',
        'text-stops-at-line-separator',
        'text-first-line-only',
      ],
    },
    'speaks-alike-in-every-format': {
      title: 'A long text lasts about as long in one format as in another',
      level: 'MUST',
      requirement:
        'text is the text to speak, all of it: in each format it takes about the same time to say, at the rate that the audio or its contentType names',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: speakLong('wav'),
      positiveControl: longIsSpoken,
      expect: [lengthsFitOtherFormats],
      fault: 'text-without-its-middle-third-in-wav',
      alsoFinds: ['speech-wav-header-of-32-khz', 'speech-pcm-says-48-khz', 'text-cut-in-opus'],
    },
    'speaks-each-letter': {
      title: 'Speaks long texts at about the rate of short ones',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it: each letter takes its time, in long texts too',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: shortAndLong,
      expect: [lengthFitsLetters('long prose')],
      fault: 'speech-half-of-long-texts',
      alsoFinds: ['text-cut-at-4096', 'text-cut-in-opus'],
    },
    'speaks-every-word': {
      title: 'Speaks the first word, the last sentence and those between, in brackets too',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it: its first word, its last sentence, and what is between',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: everyWord,
      expect: [lengthFitsLetters('short prose')],
      fault: 'text-without-its-first-word',
      alsoFinds: [
        'text-without-its-last-sentence',
        'text-without-its-middle',
        'text-without-capitals',
        'text-without-its-open-end',
        'text-without-what-is-in-brackets',
        'text-without-what-is-quoted',
        'text-stops-at-quote',
      ],
    },
    'speaks-every-part': {
      title: 'The same text three times over lasts at least 2.4 times as long',
      level: 'MUST',
      requirement: 'text is the text to speak, all of it: what stands in the middle of it too',
      probe: singleAndThreefold,
      expect: [unlessTooLong(lastsAtLeastTimes(minRatioOfThreefold, threefoldText, singleText))],
      fault: 'text-without-its-middle-third',
      alsoFinds: ['text-begins-again', 'speech-half-of-long-texts'],
    },
    'speaks-each-sentence-once': {
      title: 'The same sentences in another order last about as long',
      level: 'MUST',
      requirement: 'text is the text to speak: each of its sentences, wherever it stands, and each once',
      probe: inTwoOrders,
      expect: [
        unlessTooLong(areSuccesses),
        unlessTooLong(lastsAtLeastTimes(minRatioOfOrders, numbersLast, numbersFirst)),
        unlessTooLong(lastsAtLeastTimes(minRatioOfOrders, numbersFirst, numbersLast)),
      ],
      fault: 'text-begins-again',
      alsoFinds: ['text-without-its-last-of-three'],
    },
    'sounds-throughout': {
      title: 'Leaves no silence of a quarter of the audio in the middle of a long text',
      level: 'MUST',
      requirement: 'audioBase64 is the generated audio, of all the text: no silence takes the place of a part of it',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: longSpeech,
      expect: [hasNoLongSilence],
      fault: 'speech-silent-in-its-middle',
    },
    'speaks-long-texts-once': {
      title: 'Speaks a text of thousands of characters once, at the requested speed',
      level: 'MUST',
      requirement: 'text is the text to speak, once and at the speed that is asked for, in long texts too',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: veryLongTexts,
      expect: [isSpokenOnce],
      fault: 'text-spoken-twice-past-800',
      alsoFinds: ['speed-ignored-past-800'],
    },
    // Not MUST: an engine may count words, which some scripts do not separate, and may not know every language.
    'speaks-digits-and-other-scripts': {
      title: 'Speaks digits and non-Latin letters instead of skipping them',
      level: 'SHOULD',
      requirement: 'text is the text to speak, all of it: digits and letters of other scripts take their time too',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: textsOfKinds,
      expect: [lengthFitsLetters('other letters'), isAudibleInOtherScripts],
      fault: 'text-without-digits',
      alsoFinds: ['text-of-latin-letters-only', 'text-without-chinese', 'text-in-other-scripts-silent'],
    },
    // Not MUST: which languages an engine knows is not shown.
    'accepts-other-scripts': {
      title: 'Accepts texts of digits or in non-Latin letters',
      level: 'SHOULD',
      requirement: 'text is the text to speak, in whatever letters it is written',
      control: 'speech.request/accepts-least',
      probe: textsOfKinds,
      expect: [areSuccesses],
      fault: 'text-of-other-scripts-refused',
    },
    'is-whole-everywhere': {
      title: 'Sends complete audio in every speech reply',
      level: 'MUST',
      requirement: 'audioBase64 is the generated audio, all of it, whatever else was asked',
      ofEvery: everyWholeSuccessOf('speech'),
      probe: speak({ format: 'mp3' }),
      expect: [isWhole],
      fault: 'speech-mp3-cut-mid-frame',
      alsoFinds: ['speech-aac-cut-when-slow', 'speech-pcm-lacks-a-byte'],
    },
    'opus-is-in-its-container': {
      title: 'Sends opus in the container that contentType names',
      ...inItsContainer('opus', 'speech-opus-says-webm'),
    },
    'aac-is-in-its-container': {
      title: 'Sends aac in the container that contentType names',
      ...inItsContainer('aac', 'speech-aac-says-mp4'),
    },
    'flac-is-in-its-container': {
      title: 'Sends flac in the container that contentType names',
      ...inItsContainer('flac', 'speech-flac-says-ogg'),
    },
  },
});
