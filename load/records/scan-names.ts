import type { RequestRecord } from './record.ts';

/** What each field of a record holds; the place in this list is its number. */
const kinds = {
  id: 'text',
  index: 'number',
  scenario: 'text',
  operation: 'text',
  intended: 'number',
  sent: 'number',
  headers: 'number',
  firstByte: 'number',
  events: 'numbers',
  eventsDropped: 'number',
  firstEvent: 'number',
  firstContent: 'number',
  others: 'numbers',
  end: 'number',
  status: 'number',
  outcome: 'text',
  because: 'text',
  lacked: 'text',
  judged: 'text',
  broke: 'text',
  answerKept: 'text',
  bytes: 'number',
  contentChars: 'number',
  coalesced: 'number',
  early: 'number',
  earlyAt: 'numbers',
  ownDelay: 'number',
  stamps: 'timestamps',
  reused: 'flag',
  dnsMs: 'number',
  connectMs: 'number',
  tlsMs: 'number',
  session: 'text',
  credits: 'number',
  chars: 'number',
  audioSeconds: 'number',
  format: 'text',
  audioFlag: 'text',
  audioSample: 'text',
  transmitted: 'number',
  rttMs: 'number',
  serverMs: 'number',
  receiveMs: 'number',
} as const satisfies {
  readonly [Name in keyof Required<RequestRecord>]: 'text' | 'timestamps' | 'number' | 'numbers' | 'flag';
};

export type Name = keyof typeof kinds;
export const names = Object.keys(kinds) as readonly Name[];
export const place = Object.fromEntries(names.map((name, at) => [name, at])) as { readonly [Each in Name]: number };
export const kindAt = names.map((name) => kinds[name]);
const required = (['id', 'index', 'scenario', 'intended', 'events', 'end', 'outcome'] as const).map(
  (name) => place[name],
);

/** `"name":` of each field, as four bytes at a time; the last four overlap those before them. None is shorter. */
export const heads = names.map((name) => wordsOf(`"${name}":`));

export type Words = { readonly length: number; readonly words: Int32Array };

export function wordsOf(text: string): Words {
  const view = new DataView(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
  const last = text.length - 4;
  const places = Array.from({ length: Math.ceil(text.length / 4) }, (_, word) => Math.min(4 * word, last));
  return { length: text.length, words: Int32Array.from(places, (at) => view.getInt32(at)) };
}

export function startsWith(view: DataView, at: number, { length, words }: Words): boolean {
  if (at + length > view.byteLength) return false;
  const last = words.length - 1;
  for (let word = 0; word < last; word += 1) if (view.getInt32(at + 4 * word) !== words[word]) return false;
  return view.getInt32(at + length - 4) === words[last];
}

/** Whether a line had all that a record must have. */
export function isWhole(seen: Uint8Array): boolean {
  for (const each of required) if (seen[each] !== 1) return false;
  return true;
}
