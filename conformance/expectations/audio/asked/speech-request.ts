import { speechFormats, speed as bounds, type SpeechFormat } from '../../../contract/limits.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { parsedJson } from '../../../reading/parsed-json.ts';

/** A valid request for speech (2.5) that can be read in a single way. */
export type SpeechRequest = {
  readonly text: string;
  readonly voice: string;
  readonly speed: number;
  /** `default` where the request names none. */
  readonly format: SpeechFormat | 'default';
  readonly instructions: string | undefined;
};

const documented = ['text', 'voice', 'speed', 'format', 'instructions'];

/** What a request asks for, read from the request itself. Undefined where it leaves anything open. */
export function speechRequestOf({ request }: Exchange): SpeechRequest | undefined {
  const json = Buffer.from(request.body).toString('utf8');
  const fields = request.raw === undefined && !hasTwice(json) ? parsedJson(json) : undefined;
  if (typeof fields !== 'object' || fields === null || !Object.keys(fields).every((name) => documented.includes(name)))
    return undefined;
  const { text, voice, speed = 1, format = 'default', instructions } = fields as Readonly<Record<string, unknown>>;
  const formatNamed = format === 'default' ? format : speechFormats.find((known) => known === format);
  if (typeof text !== 'string' || typeof voice !== 'string' || formatNamed === undefined) return undefined;
  if (typeof speed !== 'number' || speed < bounds.minimum || speed > bounds.maximum) return undefined;
  if (instructions !== undefined && typeof instructions !== 'string') return undefined;
  return { text, voice, speed, format: formatNamed, instructions };
}

/**
 * True where a member is given twice, since nobody knows which counts (RFC 8259 4), or where a name is escaped, since
 * some readers may miss that.
 */
function hasTwice(json: string): boolean {
  return documented.some((name) => json.split(`"${name}"`).length > 2) || /\\u[0-9a-f]{4}[^"]*"\s*:/i.test(json);
}

/** How a message names a speech. */
export function describeSpeech({ voice, format, speed, instructions }: SpeechRequest, id: string): string {
  const kind = format === 'default' ? '' : ` as ${format}`;
  const tempo = speed === 1 ? '' : ` at speed ${speed}`;
  return `${voice}${kind}${tempo}${instructions === undefined ? '' : ' with instructions'} (${id})`;
}

/** A word that any voice can say, in whatever language: a few lower case letters. `proseWordsIn` also asks for a vowel. */
const word = /^[A-Z]?[a-z]{0,8}$/;

/**
 * The words of a text that every voice reads aloud in their full length. Empty where too many are codes or single
 * letters.
 */
export function proseWordsIn(text: string): readonly string[] {
  const words = text.match(/[A-Za-z]+/g) ?? [];
  const spoken = words.filter((each) => word.test(each) && /[aeiouy]/i.test(each));
  const letters = spoken.join('').length;
  return spoken.length * 5 >= words.length * 4 && letters >= spoken.length * 2.5 ? spoken : [];
}

/** True where a text has nothing but its words: anything else could take long to say. */
export function isPlainProse(text: string): boolean {
  return /^[A-Za-z ,.!?'\n]*$/.test(text) && proseWordsIn(text).length === (text.match(/[A-Za-z]+/g) ?? []).length;
}

/** The same with words in capitals, hyphens between words, brackets and quotation marks. */
export function isEnglish(text: string): boolean {
  return /^[A-Za-z ,.!?'"\n()-]*$/.test(text) && isPlainProse(text.toLowerCase().replaceAll(/[-()"]/g, ' '));
}

/** Kinds of texts that consist of nothing else: any voice that says such a text says each of its letters. */
const kinds = [
  { letter: /[a-z]/gi, is: isEnglish, counts: 1 },
  // The name of a digit has at least three letters, and more in numbers.
  { letter: /\d/g, is: (text: string) => /^\d{1,4}(?: \d{1,4})*$/.test(text), counts: 2 },
  { letter: /[а-яё]/gi, is: (text: string) => /^[А-Яа-яЁё ,.]+$/.test(text), counts: 1 },
  // Each character is a syllable.
  { letter: /[\u4e00-\u9fff]/g, is: (text: string) => /^[\u4e00-\u9fff，。]+$/.test(text), counts: 2 },
] as const;

/**
 * How many letters a text of a single kind takes to say at least, counted in letters of Latin words. Undefined for any
 * other text.
 */
export function lettersToSay(text: string): number | undefined {
  const kind = kinds.find(({ is }) => is(text));
  return kind === undefined ? undefined : (text.match(kind.letter)?.length ?? 0) * kind.counts;
}

const fewestOtherWords = 3;
const mostWords = 300;

/** True where one of two texts has words, or digits, that the other does not say in that order: no sound says both. */
export function haveOtherWords(one: string, other: string): boolean {
  const [some, others] = [saidIn(one), saidIn(other)];
  return Math.max(some.length, others.length) - longestCommon(some, others) >= fewestOtherWords;
}

function saidIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]+|\d/g) ?? []).slice(0, mostWords);
}

/** Length of the longest sequence of words that both texts have in that order, with or without others between. */
function longestCommon(some: readonly string[], others: readonly string[]): number {
  let before = others.map(() => 0);
  for (const word of some) {
    const row: number[] = [];
    for (const [at, other] of others.entries()) {
      const upToHere = word === other ? (before[at - 1] ?? 0) + 1 : (before[at] ?? 0);
      row.push(Math.max(upToHere, row[at - 1] ?? 0));
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}
