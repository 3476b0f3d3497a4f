import { nameOfProbe, speechCall, type Body, type CallChange } from '../../model/calls.ts';
import { drawnBy } from '../../model/nonce.ts';
import { leastSpeech, spokenText } from '../../model/probes/plain-speech.ts';
import { needsOf } from '../../model/probes/standard-probes.ts';
import type { Known, Probe } from '../../model/probe.ts';
import {
  speechFormats,
  speed as bounds,
  voiceNames,
  type SpeechFormat,
  type VoiceName,
} from '../../contract/limits.ts';
import type { Seen } from '../../model/check.ts';
import { isTaken } from '../../model/exchange.ts';
import { audioIn } from '../../expectations/audio/spoken.ts';
import { askedFormats } from './asked-formats.ts';

/** More than one sentence by far, whatever the tempo, and still shorter than any limit of a service is likely to be. */
const sentences = Array.from({ length: 3 }, () => spokenText).join(' ');

/** Guidance that is as short as guidance is. */
export const guidance = 'Speak as one friend does to another. ';

/** Of a text between sentences, what others write there, and letters of ASCII that are the same each time. */
const between = (other: string): string => `${other}: Meet me in the cafe. ${spokenText} See you tomorrow.`;

/** What is not ASCII comes first and tells them apart: who stops there has said nothing, and who drops it has one text. */
export const emoji = '🎉, 👋🏽, 👍';
export const emojiText = between(emoji);
const scriptsText = between('Öñẹ\u0301, שלום, 你好');

/**
 * What means something to a shell, a query, a template or SSML, and a tab; then three times as much as one sentence, which
 * is longer than all of that: whoever stops at one of them says less than the sentence. Voices say the names of some marks,
 * which takes its time: those that texts often have come first, and have no name to say.
 */
export const marksText = `"Ok" & that's\t#1; 2%, $3 {4} 5\\6: 7 < 8 > 7. ${sentences}`;

export const linesText = `One.\nA second line.\r\n\r\n\tAnd a third.\u2028And one more. ${spokenText}`;
export const nulText = 'Hello\0!';

/** Below 150 characters; and behind whatever has its first threshold at 200 or so. */
export const once = `${spokenText} It was a bright cold day in April, and the clocks were striking thirteen in the old town. `;
export const thrice = once.repeat(3);

/**
 * About 800 characters, and no more: the largest text is not shown, and a slow service has but one time limit to speak it.
 * It is clearly longer than its half even where 500 of them are spoken.
 */
export const longText = thrice + thrice;

/** Spoken fast it is no more audio than half as much text. */
const long = { text: longText, speed: 2 } as const;

export const least = leastSpeech;

const otherVoices = voiceNames.filter((voice) => voice !== least.voice);
/** What each further request of the same text asks for instead; one is the first once more. */
const otherwise: readonly ((nonce: Known['nonce']) => object)[] = [
  () => ({}),
  (nonce) => ({ voice: drawnBy(nonce('voice'), otherVoices) }),
  () => ({ speed: bounds.maximum }),
  () => ({}),
  (nonce) => ({ format: 'mp3', voice: drawnBy(nonce('voice'), otherVoices) }),
  () => ({ format: 'mp3' }),
];

/** The least valid speech request (2.5) with these fields set or, where undefined, left out. */
export function speak(fields: Readonly<Record<string, unknown>> = {}, change: CallChange = {}): Probe {
  return oneSpeech({ ...least, ...fields }, change, nameOfProbe('speak', fields, change));
}

/** The same in a format that the seed of the run draws, by each of these fields another: what is checked may go by it. */
export function speakInARandomFormat(fields: Readonly<Record<string, unknown>>): Probe {
  const words = nameOfProbe('speak in a random format', fields);
  return {
    name: words,
    needs: ['token'],
    costs: { chats: 0, speeches: 1 },
    steps: [({ nonce }) => [speechCall({ ...least, ...fields, format: drawnBy(nonce('format'), speechFormats) })]],
  };
}

/** The least request with one field in a JSON spelling of its own, which no serialiser would choose. */
export function speakRaw(field: string, json: string, others: Readonly<Record<string, unknown>> = {}): Probe {
  const rest = Object.entries({ ...least, ...others }).filter(([name]) => name !== field);
  const whole = JSON.stringify(Object.fromEntries(rest));
  return oneSpeech(
    { raw: `${whole.slice(0, -1)},"${field}":${json}}` },
    {},
    nameOfProbe('speak raw', field, json, others),
  );
}

export const withInstructions = speak({ instructions: 'Speak slowly, and with a smile.' });

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

/** Of the answer at this place of a probe; 0 where it carries no audio. */
export function audioBytesAt(seen: Seen, at: number): number {
  const response = seen[at]?.response;
  return (response?.is === 'answer' ? audioIn(response)?.length : undefined) ?? 0;
}

/** Several speeches at once: the least request with the fields of each. */
export function speakEach(...each: readonly Readonly<Record<string, unknown>>[]): Probe {
  return {
    name: nameOfProbe('speak each', ...each),
    needs: ['token'],
    costs: { chats: 0, speeches: each.length },
    steps: [() => each.map((fields) => speechCall({ ...least, ...fields }))],
  };
}

/** The same request twice, the second once the first is answered. */
export function speakAgain(fields: Readonly<Record<string, unknown>>): Probe {
  const step = () => [speechCall({ ...least, ...fields })];
  return {
    name: nameOfProbe('speak again', fields),
    needs: ['token'],
    costs: { chats: 0, speeches: 2 },
    steps: [step, step],
  };
}

/** One voice in every format: each is chosen by both, and may be missing where the two meet. */
export function speakInEveryFormat(voice: VoiceName): Probe {
  const spoken = (format: SpeechFormat | undefined) => {
    return speechCall({
      ...least,
      voice,
      format,
      ...(format === undefined ? {} : askedFormats[format].besides[voice]),
    });
  };
  const inOne: Probe = {
    name: `speak by ${voice} in a format`,
    needs: ['token'],
    costs: { chats: 0, speeches: 1 },
    steps: [({ nonce }) => [spoken(drawnBy(nonce('format'), speechFormats))]],
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
 * A text that nobody has spoken before, as WAV by one voice; then, one after the other, by another voice, at another
 * speed, and in another format: whoever keeps what he has spoken has to know it by all of these.
 */
export const speakOtherwise: Probe = {
  name: 'speak a new text, then with another voice, speed and format',
  needs: ['token'],
  costs: { chats: 0, speeches: otherwise.length },
  steps: otherwise.map((fieldsFor) => ({ nonce }) => {
    const text = `The word of the day is ${nonce('word')}, they say.`;
    return [speechCall({ ...least, format: 'wav', text, ...fieldsFor(nonce) })];
  }),
};

/**
 * The half of a long text, and last the whole of it. In a format whose frames tell where it breaks off, and more of it than
 * fits into the buffers of a short one.
 */
export const longSpeech = speakEach({ ...long, text: thrice, format: 'mp3' }, { ...long, format: 'mp3' });

/** The same as raw samples: nobody knows how long they last, only which of them last longer. */
export const longSamples = speakEach({ ...long, text: thrice, format: 'pcm' }, { ...long, format: 'pcm' });

/**
 * The whole of it in one of the other formats, all of which tell how long they last: by another voice than the long texts
 * of `shortAndLong`, as whoever speaks these in parts may do so by one voice.
 */
export function speakLong(format: SpeechFormat): Probe {
  return speak({ ...long, voice: 'onyx', format });
}

/** A text that is not of ASCII alone at the usual speed and at the highest, and one that differs in just those letters. */
export const scriptsTwice = speakEach(
  ...[{ text: scriptsText }, { text: scriptsText, speed: bounds.maximum }, { text: between('Ľúč, תודה, 谢谢') }].map(
    (fields) => ({ ...fields, format: 'mp3' }),
  ),
);

/**
 * What is mostly its second sentence of three, in brackets, and in quotation marks there, its last of two, its first word,
 * which is in capitals, and what stands behind its one full stop and has none.
 */
export const everyWord = speakEach(
  ...[
    'Yes. ("The quick brown fox jumps over the lazy dog and runs home to its young ones under the old oak tree"). No.',
    `Yes. ${spokenText}`,
    'ROCK-AND-ROLL-AND-BLUES-AND-SOUL-AND-JAZZ-MUSIC, yes.',
    'No. My aunt has a small house by the lake and reads old letters there in the evening',
  ].map((text) => ({ text, format: 'flac' })),
);

/** What a letter takes in a sentence, and in a text that is many times as long, also with guidance. */
export const shortAndLong = speakEach(
  { text: spokenText, format: 'wav' },
  { ...long, format: 'flac' },
  { ...long, format: 'mp3', instructions: 'Speak warmly.' },
);

/** About 400, 2,000 and 9,700 characters: whoever cuts a text, mostly at 4,096 or less, says the last two alike or half of the last. */
const veryLongTexts = [1, 5, 24].map((times) => thrice.repeat(times));

/**
 * Texts that a service may refuse, and for the sound of which nobody has to wait: the next one is sent where the one before
 * it was spoken.
 */
export const veryLong: Probe = {
  name: 'speak texts of up to 9,700 characters',
  needs: ['token'],
  costs: { chats: 0, speeches: veryLongTexts.length },
  steps: veryLongTexts.map((text) => ({ seen }) => {
    const fields = { ...least, text, speed: bounds.maximum, format: 'mp3' };
    return seen.every(isTaken) ? [speechCall(fields, { judges: { noResponse: 'any' } })] : [];
  }),
};

/** One sentence, two on lines of their own, and three on one line: who stops at the first says all of them alike. */
export const oneAndMore = speakEach(
  ...[spokenText, `${spokenText}\n\n${spokenText}`, sentences].map((text) => ({ text, format: 'wav' })),
);

const walk = 'My aunt reads old letters by the lake, and in the evening she has a small house to';

/**
 * Three texts of one length: the second has another digit, the third ends otherwise. The fourth has the words of the first
 * in another order between the same ones at both ends. Then texts without a letter of Latin, each of which takes longer to say, and the first once more.
 */
export const textsOfKinds = speakEach(
  ...[
    `${walk} go by car 3.`,
    `${walk} go by car 4.`,
    `${walk} be in bed 4.`,
    'My aunt has a small house by the lake, and in the evening she reads old letters to go by car.',
    '4071 8825 1936 5204 7713 9068 2459 3380 6142 7591 2836 2947 5510 8263 1704',
    'Вчера вечером мы долго гуляли по старому городу, а потом пили горячий чай на кухне и слушали дождь.',
    '昨天晚上我们在老城里走了很久，后来回到家里喝了一杯热茶，听着窗外的雨声，谈起了小时候的朋友和学校。',
    `${walk} go by car 3.`,
  ].map((text) => ({ text, format: 'flac' })),
);
