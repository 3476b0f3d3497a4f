import { nameOf, speechCall, voicesCall, type Body, type CallChange } from '../core/calls.ts';
import { needsOf } from '../core/standard-probes.ts';
import type { Known, Probe } from '../core/probe.ts';
import { speechFormats, speed as bounds, voiceNames, type VoiceName } from '../contract/limits.ts';
import { voicesIn } from '../expect/carries-voices.ts';

/** Long enough that its sound has a length to compare, short enough to cost little time. */
export const spokenText = 'The quick brown fox jumps over the lazy dog.';

/** More than one sentence by far, whatever the tempo, and still shorter than any limit of a service is likely to be. */
export const sentences = Array.from({ length: 3 }, () => spokenText).join(' ');

const half =
  `${spokenText} It was a bright cold day in April, and the clocks were striking thirteen in the old town. `.repeat(2);

/** About 500 characters, no more: the largest text is not shown, and a slow service has but one time limit to speak it. */
export const longText = half + half;

const least = { text: spokenText, voice: 'alloy' } as const;

const otherVoices = voiceNames.filter((voice) => voice !== least.voice);
/** What each further request of the same text asks for instead. */
const otherwise: readonly ((nonce: Known['nonce']) => object)[] = [
  () => ({}),
  (nonce) => ({ voice: drawn(otherVoices, nonce('voice')) }),
  () => ({ speed: bounds.maximum }),
  () => ({ format: 'mp3' }),
];

/** The least lawful speech request (2.5) with these fields set or, where undefined, left out. */
export function speak(fields: Readonly<Record<string, unknown>> = {}, change: CallChange = {}): Probe {
  return oneSpeech({ ...least, ...fields }, change, nameOf('speak', fields, change));
}

/** The least request with one field in a JSON spelling of its own, which no serialiser would choose. */
export function speakRaw(field: string, json: string): Probe {
  const raw = `{"text":${JSON.stringify(least.text)},"voice":"${least.voice}","${field}":${json}}`;
  return oneSpeech({ raw }, {}, nameOf('speak raw', field, json));
}

/** A speech request with a body of its own. */
export function speakBody(body: Body, change: CallChange = {}): Probe {
  return oneSpeech(body, change, nameOf('speak body', body, change));
}

function oneSpeech(body: Body, change: CallChange, name: string): Probe {
  return {
    name,
    needs: needsOf(change.as ?? 'token'),
    costs: { chats: 0, speeches: 1 },
    steps: [() => [speechCall(body, change)]],
  };
}

/** Several speeches at once: the least request with the fields of each. */
export function speakEach(...each: readonly Readonly<Record<string, unknown>>[]): Probe {
  return {
    name: nameOf('speak each', ...each),
    needs: ['token'],
    costs: { chats: 0, speeches: each.length },
    steps: [() => each.map((fields) => speechCall({ ...least, ...fields }))],
  };
}

/** The same request twice, the second once the first is answered. */
export function speakAgain(fields: Readonly<Record<string, unknown>>): Probe {
  const step = () => [speechCall({ ...least, ...fields })];
  return {
    name: nameOf('speak again', fields),
    needs: ['token'],
    costs: { chats: 0, speeches: 2 },
    steps: [step, step],
  };
}

/** One of these, drawn from the seed of the run. */
function drawn<T>(from: readonly T[], nonce: string): T | undefined {
  return from[[...nonce].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % from.length];
}

/** One voice in every format: each is chosen by both, and may be missing where the two meet. */
export function speakInEveryFormat(voice: VoiceName): Probe {
  const inOne: Probe = {
    name: `speak by ${voice} in a format`,
    needs: ['token'],
    costs: { chats: 0, speeches: 1 },
    steps: [({ nonce }) => [speechCall({ ...least, voice, format: drawn(speechFormats, nonce('format')) })]],
  };
  return {
    name: `speak by ${voice} in every format`,
    needs: ['token'],
    costs: { chats: 0, speeches: speechFormats.length },
    apart: true,
    steps: [() => speechFormats.map((format) => speechCall({ ...least, voice, format }))],
    part: inOne,
  };
}

/**
 * A text that nobody has spoken before, as WAV by one voice; then, one after the other, by another voice, at another
 * speed, and in another format: whoever keeps what he has spoken has to know it by all of these.
 */
export const speakOtherwise: Probe = {
  name: 'speak a fresh text, and then otherwise',
  needs: ['token'],
  costs: { chats: 0, speeches: otherwise.length },
  steps: otherwise.map((fieldsFor) => ({ nonce }) => {
    const text = `The word of the day is ${nonce('word')}, they say.`;
    return [speechCall({ ...least, format: 'wav', text, ...fieldsFor(nonce) })];
  }),
};

/** Each costs three credits, and a service that adds voices to its list alone errs in all of them, or in the newest. */
const mostFurtherVoices = 2;

/**
 * Lists the voices, and speaks with the first and the last of those that the document does not name; with the last
 * one listed where there are no others.
 */
export const speakFurtherVoices: Probe = {
  name: 'speak with listed voices',
  needs: ['token'],
  costs: { chats: 0, speeches: mostFurtherVoices },
  steps: [() => [voicesCall()], ({ seen }) => furtherVoicesIn(seen).map((voice) => speechCall({ ...least, voice }))],
};

function furtherVoicesIn(seen: Known['seen']): readonly string[] {
  const response = seen[0]?.response;
  const listed = (response?.is === 'answer' ? voicesIn(response) : undefined) ?? voiceNames;
  const documented: readonly string[] = voiceNames;
  const further = listed.filter((voice) => !documented.includes(voice));
  return [...new Set([further.at(0), further.at(-1) ?? listed.at(-1) ?? least.voice])].filter(
    (voice) => voice !== undefined,
  );
}

/**
 * The half of a long text, and last the whole of it. In a format whose frames tell where it breaks off, and more of it than
 * fits into the buffers of a short one.
 */
export const longSpeech = speakEach({ text: half, format: 'mp3' }, { text: longText, format: 'mp3' });
