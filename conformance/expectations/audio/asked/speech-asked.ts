import { speechFormats, speed as bounds, type SpeechFormat } from '../../../contract/limits.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { parsedJson } from '../../../reading/parsed-json.ts';

/** A valid request for speech (2.5) that can be read in one way only. */
export type SpeechAsked = {
  readonly text: string;
  readonly voice: string;
  readonly speed: number;
  /** `default` where it asks for none. */
  readonly format: SpeechFormat | 'default';
  readonly instructions: string | undefined;
};

const documented = ['text', 'voice', 'speed', 'format', 'instructions'];

/** What a request asks for, read from the request itself; undefined where it leaves anything open. */
export function speechAsked({ request }: Exchange): SpeechAsked | undefined {
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

/** Of a member that stands twice nobody knows which counts (RFC 8259 4), nor who reads an escaped name. */
function hasTwice(json: string): boolean {
  return documented.some((name) => json.split(`"${name}"`).length > 2) || /\\u[0-9a-f]{4}[^"]*"\s*:/i.test(json);
}

/** How a message names a speech. */
export function namedSpeech({ voice, format, speed, instructions }: SpeechAsked, id: string): string {
  const kind = format === 'default' ? '' : ` as ${format}`;
  const tempo = speed === 1 ? '' : ` at speed ${speed}`;
  return `${voice}${kind}${tempo}${instructions === undefined ? '' : ' with instructions'} (${id})`;
}

/** Words that any voice can say, in whatever language: a few letters in small, and a vowel among them. */
const word = /^[A-Z]?[a-z]{0,8}$/;

/** The words of a text that anybody reads aloud as long as they are: no codes, no single letters again and again. */
export function proseIn(text: string): readonly string[] {
  const words = text.match(/[A-Za-z]+/g) ?? [];
  const spoken = words.filter((each) => word.test(each) && /[aeiouy]/i.test(each));
  const letters = spoken.join('').length;
  return spoken.length * 5 >= words.length * 4 && letters >= spoken.length * 2.5 ? spoken : [];
}

/** True where a text is nothing but its words: what else it holds could take long to say. */
export function isPlainProse(text: string): boolean {
  return /^[A-Za-z ,.!?'\n]*$/.test(text) && proseIn(text).length === (text.match(/[A-Za-z]+/g) ?? []).length;
}

/** The same with words in capitals, with hyphens between them, in brackets, and in quotation marks. */
export function isEnglish(text: string): boolean {
  return /^[A-Za-z ,.!?'"\n()-]*$/.test(text) && isPlainProse(text.toLowerCase().replaceAll(/[-()"]/g, ' '));
}

/** Of what a text consists, and of nothing else: each of its letters is said by any voice that says the text. */
const kinds = [
  { letter: /[a-z]/gi, is: isEnglish, counts: 1 },
  // A digit has a name of three letters at least, and longer ones in numbers.
  { letter: /\d/g, is: (text: string) => /^\d{1,4}(?: \d{1,4})*$/.test(text), counts: 2 },
  { letter: /[а-яё]/gi, is: (text: string) => /^[А-Яа-яЁё ,.]+$/.test(text), counts: 1 },
  // Each of them is a syllable.
  { letter: /[\u4e00-\u9fff]/g, is: (text: string) => /^[\u4e00-\u9fff，。]+$/.test(text), counts: 2 },
] as const;

/** How many letters at least a text of one kind takes to say, counted as those of Latin words; undefined of any other. */
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

/** The length of the longest row of words that both have, with others between them or not. */
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
