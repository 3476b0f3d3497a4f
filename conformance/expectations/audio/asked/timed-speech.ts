import type { Judgement, Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { isPlainProse, lettersToSay, describeSpeech, speechRequestOf, type SpeechRequest } from './speech-request.ts';
import { areComparableLengths, lengthsOf, audibleText } from './sounds.ts';

/** Fewest letters of a text whose pauses hardly count, so that a voice speaks it in about the same time each time. */
export const manyLetters = 200;

/** A speech of a run whose text is of a single kind. `each`: seconds for a letter of it at speed 1. */
export type TimedSpeech = {
  readonly id: string;
  readonly asked: SpeechRequest;
  readonly letters: number;
  readonly isProse: boolean;
  readonly rawAs: string | undefined;
  /** Shortest possible length; `shown` says where it may be longer. */
  readonly seconds: number;
  readonly lengthText: string;
  readonly secondsPerLetter: number;
};

/** The length of a speech. Undefined where the text is not of interest: then the audio is not decoded. */
export async function measureSpeech(
  exchange: Exchange,
  isOfInterest: (text: Pick<TimedSpeech, 'letters' | 'isProse'>) => boolean,
): Promise<TimedSpeech | undefined> {
  const asked = speechRequestOf(exchange);
  const letters = asked === undefined ? undefined : lettersToSay(asked.text);
  if (asked === undefined || letters === undefined) return undefined;
  const text = { letters, isProse: isPlainProse(asked.text) };
  const isJudged = isOfInterest(text) && exchange.response.is === 'answer';
  const lengths = isJudged ? await lengthsOf(exchange.response) : undefined;
  if (lengths === undefined) return undefined;
  const [least] = lengths.sounding;
  return {
    id: exchange.id,
    asked,
    ...text,
    rawAs: lengths.rawAs,
    seconds: least,
    lengthText: audibleText(lengths),
    secondsPerLetter: (least * asked.speed) / letters,
  };
}

/**
 * True where `one` shows how long a letter of `other` takes: it is spoken alike, and at the same or a lower speed,
 * since at a higher speed its pauses would weigh more.
 */
export function isComparable(one: TimedSpeech, other: TimedSpeech): boolean {
  return (
    areComparableLengths(one, other) &&
    one.asked.voice === other.asked.voice &&
    one.asked.instructions === other.asked.instructions &&
    one.asked.speed <= other.asked.speed &&
    one.asked.speed * 2 >= other.asked.speed
  );
}

/**
 * Ratio of letters from which a speech lasts longer at any tempo, and the ratio of lengths that counts as longer: the
 * frames that codecs add make hardly a tenth.
 */
const farMore = 1.5;
const clearlyLonger = 1.1;

/**
 * The judgement where all texts last alike, however much they have to say: then lengths show nothing about what was
 * spoken. Undefined where a pair shows that lengths depend on the text, and where no two speeches can be compared.
 */
export function lengthsIgnoreTexts(speeches: readonly TimedSpeech[]): Judgement | undefined {
  const pairs = speeches.flatMap((shorter) =>
    speeches
      .filter((longer) => longer.letters / longer.asked.speed >= (shorter.letters / shorter.asked.speed) * farMore)
      .filter((longer) => isComparable(shorter, longer))
      .map((longer) => ({ shorter, longer })),
  );
  const [first] = pairs;
  if (first === undefined || pairs.some(({ shorter, longer }) => longer.seconds > shorter.seconds * clearlyLonger))
    return undefined;
  const { shorter, longer } = first;
  return {
    inconclusive: `what a text lasts tells nothing here of what is spoken: ${shorter.letters} letters take ${shorter.lengthText}, and ${longer.letters} take ${longer.lengthText}`,
  };
}

/** The judgement where there is nothing to compare: how long a text the service accepts is not shown (8.2). */
export function nothingToCompare(wasAsked: boolean): Judgement {
  return {
    inconclusive: 'there are no two speeches to compare',
    ...(wasAsked ? { isUnspecified: true } : {}),
  };
}

/** @param bound the length that the other speech suggests, such as `at least 1.50 s` */
export function lengthMismatch(speech: TimedSpeech, by: TimedSpeech, bound: string): Mismatch {
  const shown = `${describeSpeech(by.asked, by.id)}, which says ${by.letters} letters in ${by.lengthText}`;
  return {
    subject: `length of ${describeSpeech(speech.asked, speech.id)}, which ${toSay(speech)}`,
    kind: { is: 'length', subject: 'length' },
    expected: `${bound}, going by ${shown}`,
    observed: speech.lengthText,
    exchange: speech.id,
    restsOn: [by.id],
  };
}

/** A character of another script, or a digit, may take as long as several letters. */
function toSay({ letters, isProse }: TimedSpeech): string {
  return isProse ? `has ${letters} letters to say` : `takes as long to say as ${letters} Latin letters`;
}
