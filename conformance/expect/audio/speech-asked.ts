import { speechFormats, speed as bounds, type SpeechFormat } from '../../contract/limits.ts';
import type { Exchange } from '../../core/exchange.ts';
import { parsedJson } from '../../core/parsed-json.ts';

/** A lawful request for speech (2.5) that can be read in one way only. */
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
export function named({ voice, format, speed, instructions }: SpeechAsked, id: string): string {
  const kind = format === 'default' ? '' : ` as ${format}`;
  const tempo = speed === 1 ? '' : ` at speed ${speed}`;
  return `${voice}${kind}${tempo}${instructions === undefined ? '' : ' with instructions'}, ${id}`;
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
