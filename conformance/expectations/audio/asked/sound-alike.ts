import { createHash } from 'node:crypto';
import type { Expectation, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { haveOtherWords, describeSpeech, proseWordsIn, speechRequestOf, type SpeechRequest } from './speech-request.ts';
import { soundBytesOf } from './sounds-unlike.ts';
import { headOf } from '../../../reading/whole-letters.ts';

/** Only the hash of the sound is kept: the sounds of all speeches of a run would take too much memory. */
export type HashedSound = {
  readonly id: string;
  readonly asked: SpeechRequest;
  readonly bytes: number;
  readonly hash: string;
};

type Difference = 'voices' | 'texts' | 'words';

/** True where two speeches differ in this and in nothing else that is heard. */
const differIn: Readonly<Record<Difference, (one: SpeechRequest, other: SpeechRequest) => boolean>> = {
  // Guidance and speed may differ: an engine that sounds the same in spite of them has ignored the voice as well.
  voices: (one, other) => one.text === other.text && one.voice !== other.voice,
  texts: (one, other) =>
    one.voice === other.voice && one.speed === other.speed && letterIn(one.text) !== letterIn(other.text),
  words: (one, other) => one.voice === other.voice && one.speed === other.speed && haveOtherWords(one.text, other.text),
};

const letterIn = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * No two speeches of a run that differ in their voice, in their text, or surely in the words of it, are the same bytes
 * (2.5), in any format. An engine that speaks anew each time never sends the same bytes twice, so it cannot fail.
 */
export function soundsDifferFromEachOther(between: Difference): Expectation {
  return (seen) => {
    const heard = seen.map(hashedSoundOf).filter((speech) => speech !== undefined);
    const pairs = soundPairsOf(heard).filter(([one, other]) => isComparable(one, other, between));
    if (pairs.length === 0) return { inconclusive: 'there are no two speeches to compare' };
    const alike = pairs.filter(([one, other]) => one.hash === other.hash);
    return pairsToReport(alike, (pair) => pair).map((pair) => sameSoundMismatch(pair));
  };
}

const mostShown = 3;
const fewestWords = 4;

/** Two speeches, in the order of the run. */
export type SoundPair = readonly [HashedSound, HashedSound];

export function soundPairsOf(heard: readonly HashedSound[]): readonly SoundPair[] {
  return heard.flatMap((one, at) => heard.slice(at + 1).map((other) => [one, other] as const));
}

/** The pairs to report: where three speeches are the same sound, two are reported, each in the first of its pairs. */
export function pairsToReport<Wrong>(wrong: readonly Wrong[], pairOf: (wrong: Wrong) => SoundPair): readonly Wrong[] {
  const byOther = new Map(wrong.toReversed().map((each) => [pairOf(each)[1].id, each]));
  return [...byOther.values()].toReversed().slice(0, mostShown);
}

/** Cache, as several rules compare the speeches of a run. */
const known = new WeakMap<Exchange, { readonly heard: HashedSound | undefined }>();

export function hashedSoundOf(exchange: Exchange): HashedSound | undefined {
  const before = known.get(exchange) ?? { heard: listenedTo(exchange) };
  known.set(exchange, before);
  return before.heard;
}

function listenedTo(exchange: Exchange): HashedSound | undefined {
  const asked = speechRequestOf(exchange);
  // Texts of anything but words do not count: nobody knows how they are said, if at all.
  if (asked === undefined || proseWordsIn(asked.text).length < fewestWords) return undefined;
  const sound = soundBytesOf(exchange);
  if (sound === undefined) return undefined;
  const hash = createHash('sha256').update(sound).digest('base64');
  return { id: exchange.id, asked, bytes: sound.length, hash };
}

function isComparable(one: HashedSound, other: HashedSound, between: Difference): boolean {
  return one.asked.format === other.asked.format && differIn[between](one.asked, other.asked);
}

/** `but`: says where that sound was heard to be another. */
export function sameSoundMismatch(
  [one, other]: readonly [HashedSound, HashedSound],
  but = '',
  apart: readonly string[] = [],
): Mismatch {
  return {
    subject: `audio of ${describeSpeech(other.asked, other.id)}`,
    kind: { is: 'audio', subject: 'audio', observed: `the same ${other.bytes} bytes` },
    expected: `another sound than that of ${describeSpeech(one.asked, one.id)}${but}`,
    observed: `the same ${other.bytes} bytes${ofTexts(one.asked.text, other.asked.text)}`,
    exchange: other.id,
    restsOn: [...new Set([one.id, ...apart])],
  };
}

const longestPart = 40;

/** Where two texts differ, the parts from the difference on, with a word before. */
function ofTexts(one: string, other: string): string {
  if (one === other) return '';
  const [some, others] = [one.split(/(?<=\s)/), other.split(/(?<=\s)/)];
  const differing = some.findIndex((word, at) => word !== others[at]);
  const from = Math.max((differing === -1 ? some.length : differing) - 1, 0);
  const [part, otherPart] = [some, others].map((words) => {
    const rest = words.slice(from).join('');
    const cut = rest.length > longestPart ? `${headOf(rest, longestPart - 1)}…` : rest;
    return JSON.stringify(`${from === 0 ? '' : '…'}${cut}`);
  });
  return ` for ${otherPart} as for ${part}`;
}
