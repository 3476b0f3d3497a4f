import { nameOfProbe, speechCall, type Body, type CallChange } from '../../model/calls.ts';
import { pickByHash } from '../../model/nonce.ts';
import { minimalSpeech, spokenText } from '../../model/probes/plain-speech.ts';
import { needsOf } from '../../model/probes/standard-probes.ts';
import type { StepInputs, Probe } from '../../model/probe.ts';
import {
  speechFormats,
  speed as bounds,
  voiceNames,
  type SpeechFormat,
  type VoiceName,
} from '../../contract/limits.ts';
import type { Exchanges } from '../../model/check.ts';
import { audioIn } from '../../expectations/audio/speech-body.ts';
import { formatRequests } from './asked-formats.ts';

/** Clearly more than one sentence at any tempo, and shorter than the likely limits of services. */
const sentences = Array.from({ length: 3 }, () => spokenText).join(' ');

/** Guidance of the shortest usual length. */
export const guidanceSentence = 'Speak as one friend does to another. ';

/** A text that begins with other letters, followed by the same ASCII sentences each time. */
const between = (other: string): string => `${other}: Meet me in the cafe. ${spokenText} See you tomorrow.`;

/**
 * The letters beyond ASCII come first and distinguish the texts: a voice that stops at them says nothing, and one that
 * drops them says the same in each text.
 */
export const emoji = '🎉, 👋🏽, 👍';
export const emojiText = between(emoji);
const scriptsText = between('Öñẹ\u0301, שלום, 你好');

/**
 * Characters with a meaning in a shell, a query, a template or SSML, and a tab; then sentences that are longer than all
 * of that: a voice that stops at one of the characters says less than a single sentence. Voices say the names of some
 * marks, which takes time: common marks that have no spoken name come first.
 */
export const marksText = `"Ok" & that's\t#1; 5\\6: 2%, $3 {4}, 7 < 8 > 7. ${sentences}`;

/** What ends a line or a page besides a line feed: line separator, next line, form feed. */
export const rareLineEnds = '\u2028\u0085\f';

/**
 * Marks that end a sentence, or a part of it, in several scripts. Together they take less time than one sentence: a voice
 * that stops at any of them says less than the sentence.
 */
const endMarks = 'Oh! No? So; a: b \u2013 c \u2014 d\u2026 e\u3002 f\u0964';

/**
 * What texts from word processors and language models are full of: an apostrophe that is none of ASCII, a number with a
 * point, the start of a URL, and three sentences that are items of a list, in bold. A voice that stops at one of these, or
 * leaves out such items, says less than a single sentence; most that say the names of the marks take longer for each.
 */
const markedUp = `It\u2019s 3.5 at a://b\n\n${Array.from({ length: 3 }, () => `- **${spokenText}**`).join('\n')}`;

export const linesText = `One.\u2028A second line.\r\n\r\n\tAnd a third.\nAnd one more. ${spokenText}`;
export const nulText = 'Hello\0!';

/** Less than 150 characters; three times this text exceeds a first threshold at 200 characters or so. */
export const singlePassage = `${spokenText} It was a bright cold day in April, and the clocks were striking thirteen in the old town. `;
export const threefoldPassage = singlePassage.repeat(3);

/**
 * About 800 characters. The largest text is not shown, and a slow service has to speak it within one time limit. It is
 * clearly longer than its half even if only 500 characters are spoken.
 */
export const longText = threefoldPassage + threefoldPassage;

/** At double speed its audio is no longer than that of half as much text. */
const long = { text: longText, speed: 2 } as const;

export const minimalSpeechFields = minimalSpeech;

const otherVoices = voiceNames.filter((voice) => voice !== minimalSpeechFields.voice);
/** What each further request for the same text changes; one of them repeats the first request. */
const otherwise: readonly ((nonce: StepInputs['nonce']) => object)[] = [
  () => ({}),
  (nonce) => ({ voice: pickByHash(nonce('voice'), otherVoices) }),
  () => ({ speed: bounds.maximum }),
  () => ({}),
  (nonce) => ({ format: 'mp3', voice: pickByHash(nonce('voice'), otherVoices) }),
  () => ({ format: 'mp3' }),
];

/** The smallest valid speech request (2.5) with these fields set or, where undefined, left out. */
export function speak(fields: Readonly<Record<string, unknown>> = {}, change: CallChange = {}): Probe {
  return oneSpeech({ ...minimalSpeechFields, ...fields }, change, nameOfProbe('speak', fields, change));
}

/**
 * The same in a format that the seed of the run draws for each set of fields: a service may check values in some
 * formats only.
 */
export function speakInARandomFormat(fields: Readonly<Record<string, unknown>>): Probe {
  const words = nameOfProbe('speak in a random format', fields);
  return {
    name: words,
    needs: ['token'],
    costs: { chats: 0, speeches: 1 },
    steps: [
      ({ nonce }) => [
        speechCall({ ...minimalSpeechFields, ...fields, format: pickByHash(nonce('format'), speechFormats) }),
      ],
    ],
  };
}

/** The smallest request with one field in a JSON spelling that no serialiser would choose. */
export function speakRaw(field: string, json: string, others: Readonly<Record<string, unknown>> = {}): Probe {
  const rest = Object.entries({ ...minimalSpeechFields, ...others }).filter(([name]) => name !== field);
  const whole = JSON.stringify(Object.fromEntries(rest));
  return oneSpeech(
    { raw: `${whole.slice(0, -1)},"${field}":${json}}` },
    {},
    nameOfProbe('speak raw', field, json, others),
  );
}

export const withInstructions = speak({ instructions: 'Speak slowly, and with a smile.' });

/** A text with guidance, and once that is answered the same at the highest speed. */
export const guidedAtTwoSpeeds: Probe = {
  name: 'speak with instructions, then faster',
  needs: ['token'],
  costs: { chats: 0, speeches: 2 },
  steps: [1, bounds.maximum].map((speed) => () => [
    speechCall({
      ...minimalSpeechFields,
      format: 'opus',
      instructions: guidanceSentence,
      ...(speed === 1 ? {} : { speed }),
    }),
  ]),
};

/** A speech request with a body of its own. */
export function speakBody(body: Body, change: CallChange = {}): Probe {
  return oneSpeech(body, change, nameOfProbe('speak body', body, change));
}

function oneSpeech(body: Body, change: CallChange, name: string): Probe {
  return {
    name,
    needs: needsOf(change.as ?? 'token'),
    costs: { chats: 0, speeches: 1 },
    steps: [() => [speechCall(body, change)]],
  };
}

/** Length of the audio in the answer at this place of the probe; 0 where there is none. */
export function audioBytesAt(seen: Exchanges, at: number): number {
  const response = seen[at]?.response;
  return (response?.is === 'answer' ? audioIn(response)?.length : undefined) ?? 0;
}

/** Several speeches at once: the smallest request with each of these sets of fields. */
export function speakEach(...each: readonly Readonly<Record<string, unknown>>[]): Probe {
  return {
    name: nameOfProbe('speak each', ...each),
    needs: ['token'],
    costs: { chats: 0, speeches: each.length },
    steps: [() => each.map((fields) => speechCall({ ...minimalSpeechFields, ...fields }))],
  };
}

/** The same request twice, the second after the first is answered. */
export function speakAgain(fields: Readonly<Record<string, unknown>>): Probe {
  const step = () => [speechCall({ ...minimalSpeechFields, ...fields })];
  return {
    name: nameOfProbe('speak again', fields),
    needs: ['token'],
    costs: { chats: 0, speeches: 2 },
    steps: [step, step],
  };
}

/** A voice in every format: a service may lack a single combination of both. */
export function speakInEveryFormat(voice: VoiceName): Probe {
  const spoken = (format: SpeechFormat | undefined) => {
    return speechCall({
      ...minimalSpeechFields,
      voice,
      format,
      ...(format === undefined ? {} : formatRequests[format].extraFields[voice]),
    });
  };
  const inOne: Probe = {
    name: `speak by ${voice} in a format`,
    needs: ['token'],
    costs: { chats: 0, speeches: 1 },
    steps: [({ nonce }) => [spoken(pickByHash(nonce('format'), speechFormats))]],
  };
  return {
    name: `speak by ${voice} in every format`,
    needs: ['token'],
    costs: { chats: 0, speeches: speechFormats.length },
    pace: 'singly',
    isCases: true,
    steps: [() => speechFormats.map(spoken)],
    part: inOne,
  };
}

/**
 * A text that nobody has spoken before, as WAV by one voice; then, one after the other, with another voice, speed and
 * format: a cache of sounds must use all of these in its key.
 */
export const speakOtherwise: Probe = {
  name: 'speak a new text, then with another voice, speed and format',
  needs: ['token'],
  costs: { chats: 0, speeches: otherwise.length },
  steps: otherwise.map((fieldsFor) => ({ nonce }) => {
    const text = `The word of the day is ${nonce('word')}, they say.`;
    return [speechCall({ ...minimalSpeechFields, format: 'wav', text, ...fieldsFor(nonce) })];
  }),
};

/**
 * Half of a long text, and then all of it, in a format whose frames show where the sound breaks off. Longer than the
 * buffers that hold a short text.
 */
export const longSpeech = speakEach({ ...long, text: threefoldPassage, format: 'mp3' }, { ...long, format: 'mp3' });

/** The same as raw samples, whose duration is unknown, though their lengths can be compared. */
export const longSamples = speakEach({ ...long, text: threefoldPassage, format: 'pcm' }, { ...long, format: 'pcm' });

/**
 * The whole text in one of the other formats, all of which tell their duration. The voice differs from that of the long
 * texts of `shortAndLong`: a service may speak these in parts with a single voice only.
 */
export function speakLong(format: SpeechFormat): Probe {
  return speak({ ...long, voice: 'onyx', format });
}

/**
 * A text with letters beyond ASCII at the usual and the highest speed, and a text that differs only in those letters.
 */
export const scriptsTwice = speakEach(
  ...[{ text: scriptsText }, { text: scriptsText, speed: bounds.maximum }, { text: between('Ľúč, תודה, 谢谢') }].map(
    (fields) => ({ ...fields, format: 'mp3' }),
  ),
);

/**
 * Texts of which most is, in turn: the second of three sentences, in brackets and quotation marks; the last of two
 * sentences; the first word, in capitals; and what follows the only full stop and has none itself.
 */
export const everyWord = speakEach(
  ...[
    'Yes? ("The quick brown fox jumps over the lazy dog and runs home to its young ones under the old oak tree"). No.',
    `Yes! ${spokenText}`,
    'ROCK-AND-ROLL-AND-BLUES-AND-SOUL-AND-JAZZ-MUSIC, yes.',
    'No. My aunt has a small house by the lake and reads old letters there in the evening',
  ].map((text) => ({ text, format: 'flac' })),
);

/** Time for each letter in a sentence, and in a text that is many times as long, with and without guidance. */
export const shortAndLong = speakEach(
  { text: spokenText, format: 'wav' },
  { ...long, format: 'flac' },
  { ...long, format: 'mp3', instructions: 'Speak warmly.' },
);

/**
 * One sentence, two on lines of their own, three on one line behind other marks, and three in the marks of an everyday
 * text: a voice that stops at the first line or sentence, or at a mark, says no more than the one sentence.
 */
export const oneAndMore = speakEach(
  ...[spokenText, `${spokenText}\n\n${spokenText}`, `${endMarks} ${sentences}`, markedUp].map((text) => ({
    text,
    format: 'wav',
  })),
);

const walk = 'My aunt reads old letters by the lake, and in the evening she has a small house to';

/**
 * Three texts of equal length: the second has another digit, the third another end. The fourth has the words of the
 * first in another order, between the same first and last words. Then texts without Latin letters, each of which takes
 * longer to say, and the first text once more.
 */
export const textsOfKinds = speakEach(
  ...[
    `${walk} go by car 3127.`,
    `${walk} go by car 4850.`,
    `${walk} be in bed 4850.`,
    'My aunt has a small house by the lake, and in the evening she reads old letters to go by car.',
    '4071 8825 1936 5204 7713 9068 2459 3380 6142 7591 2836 2947 5510 8263 1704',
    'Вчера вечером мы долго гуляли по старому городу, а потом пили горячий чай на кухне и слушали дождь.',
    '昨天晚上我们在老城里走了很久，后来回到家里喝了一杯热茶，听着窗外的雨声，谈起了小时候的朋友和学校。',
    `${walk} go by car 3127.`,
  ].map((text) => ({ text, format: 'flac' })),
);
