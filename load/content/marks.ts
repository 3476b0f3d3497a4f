/**
 * A mark is a word that no other request of a run says; load/k6ext/messages/marks.go defines its form and reads the
 * marks in responses. This file makes the messages that find out whether a bot repeats marks.
 */
const letters = 'bcdfghjklmnpqrstvwxz';
const start = 'zx';

/**
 * Index of the learning requests, far above every index of a run: a response to a learning request that appears in the
 * run is then recognised as foreign.
 */
export const firstLearningIndex = 32_000_000;

type MarkEnd = 'first' | 'last';

export function markOf(seed: number, index: number, end: MarkEnd): string {
  const value = index * 2 + (end === 'first' ? 0 : 1);
  return start + lettersOf(value, 6) + lettersOf(checkOf(seed, value), 4);
}

function lettersOf(number: number, count: number): string {
  const places = Array.from({ length: count }, (_, place) => Math.floor(number / 20 ** (count - 1 - place)) % 20);
  return places.map((place) => letters[place]).join('');
}

function checkOf(seed: number, value: number): number {
  let hash = 0x5ca1ab1e;
  for (const word of [seed, Math.floor(seed / 2 ** 32), value]) {
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) % 160_000;
}

/** The message in the same frame as in load/k6ext/messages/corpus.go. */
export function markedMessage(seed: number, index: number, text: string): string {
  return `Say ${markOf(seed, index, 'first')} first. ${text} Say ${markOf(seed, index, 'last')} last.`;
}

/**
 * Largest length of a message in letters. 8.2 states no size, so a bot may cut off what it repeats, and only a bot that
 * repeats a message of this length is known to repeat every message. load/k6ext/messages/corpus.go uses the same limit.
 */
const mostLetters = 1500;

/** A message with the length of the longest message of a run. */
export function longestMessage(seed: number, index: number): string {
  const room = mostLetters - markedMessage(seed, index, '.').length;
  const pairs = things.flatMap((thing) => places.map((place) => `${thing} ${place}`));
  return markedMessage(seed, index, `${`Tell me about ${pairs.join(', ')}`.slice(0, room).trimEnd()}.`);
}

/** A message like most messages of a run. */
export function shortMessage(seed: number, index: number): string {
  const of = (all: readonly string[]): string => all[index % all.length] ?? '';
  return markedMessage(seed, index, `${of(openings)} ${of(things)} ${of(places)}.`);
}

const openings = ['Please explain', 'Could you describe', 'Step by step, list', 'Tell me about', 'What is known of'];
const things = ['old maps', 'quiet harbours', 'paper engines', 'small bridges', 'new tides', 'early letters'];
const places =
  'under glass,between islands,over copper,near the valley,at evening,without wind,in the forest,along the river,behind the market,before winter,of amber,beside the garden'.split(
    ',',
  );

/** Whether a reply contains the whole message, regardless of case and line breaks. */
export function containsMessage(reply: string, message: string): boolean {
  return plain(reply).includes(plain(message));
}

/** Whether a reply contains the beginning of the message: a bot may well repeat an earlier message only in part. */
export function containsMessageStart(reply: string, message: string): boolean {
  return containsMessage(reply, message.slice(0, 200));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Whether a reply contains both marks of a request, regardless of case. */
export function containsMarks(reply: string, seed: number, index: number): boolean {
  const text = reply.toLowerCase();
  return text.includes(markOf(seed, index, 'first')) && text.includes(markOf(seed, index, 'last'));
}
