import { withFirstEvent, type RequestRecord } from './record.ts';
import type { Timestamps } from './requests.ts';

/** The data read from a line. `order` and `texts` are those of the line before until the new line overwrites them. */
export type Scanned = {
  /** The fields in the order of the line. */
  readonly order: number[];
  readonly seen: Uint8Array;
  /** Numbers by field; the last entry is for numbers of lists. */
  readonly numbers: Float64Array;
  readonly texts: string[];
  /** The first letters of each text. */
  readonly letters: readonly Uint8Array[];
  events: number[];
  others: number[];
  earlyAt: number[];
  reused: boolean;
};

type Mutable = { -readonly [Each in Name]: RequestRecord[Each] | undefined };

/**
 * Makes a record. Every record has the same fields, so that the code that reads them meets a single object shape; an
 * absent field is undefined. The fields are assigned, not written in the literal: V8 would decide by the first value
 * whether a field is whole or fractional, and compile the literal anew whenever a later value differs.
 */
export function recordFrom({ seen, numbers, texts, events, others, earlyAt, reused }: Scanned): RequestRecord {
  const record = blank();
  record.id = texts[place.id];
  record.index = numbers[place.index];
  record.scenario = texts[place.scenario];
  record.intended = numbers[place.intended];
  record.events = events;
  record.end = numbers[place.end];
  record.outcome = texts[place.outcome];
  record.eventsDropped = seen[place.eventsDropped] === 1 ? numbers[place.eventsDropped] : 0;
  record.bytes = seen[place.bytes] === 1 ? numbers[place.bytes] : 0;
  record.coalesced = seen[place.coalesced] === 1 ? numbers[place.coalesced] : 0;
  record.reused = seen[place.reused] === 1 && reused;
  if (seen[place.operation] === 1) record.operation = texts[place.operation];
  if (seen[place.sent] === 1) record.sent = numbers[place.sent];
  if (seen[place.headers] === 1) record.headers = numbers[place.headers];
  if (seen[place.firstByte] === 1) record.firstByte = numbers[place.firstByte];
  if (seen[place.firstEvent] === 1) record.firstEvent = numbers[place.firstEvent];
  if (seen[place.firstContent] === 1) record.firstContent = numbers[place.firstContent];
  if (seen[place.others] === 1) record.others = others;
  withFirstEvent(record);
  if (seen[place.status] === 1) record.status = numbers[place.status];
  if (seen[place.because] === 1) record.because = texts[place.because];
  if (seen[place.lacked] === 1) record.lacked = texts[place.lacked] as RequestRecord['lacked'];
  if (seen[place.judged] === 1) record.judged = texts[place.judged];
  if (seen[place.broke] === 1) record.broke = texts[place.broke];
  if (seen[place.answerKept] === 1) record.answerKept = texts[place.answerKept];
  if (seen[place.contentChars] === 1) record.contentChars = numbers[place.contentChars];
  if (seen[place.firstContentChars] === 1) record.firstContentChars = numbers[place.firstContentChars];
  if (seen[place.early] === 1) record.early = numbers[place.early];
  if (seen[place.earlyAt] === 1) record.earlyAt = earlyAt;
  if (seen[place.ownDelay] === 1) record.ownDelay = numbers[place.ownDelay];
  if (seen[place.stamps] === 1) record.stamps = texts[place.stamps] as Timestamps;
  if (seen[place.protocol] === 1) record.protocol = texts[place.protocol];
  if (seen[place.tls] === 1) record.tls = texts[place.tls];
  if (seen[place.dnsMs] === 1) record.dnsMs = numbers[place.dnsMs];
  if (seen[place.connectMs] === 1) record.connectMs = numbers[place.connectMs];
  if (seen[place.tlsMs] === 1) record.tlsMs = numbers[place.tlsMs];
  if (seen[place.waitedMs] === 1) record.waitedMs = numbers[place.waitedMs];
  if (seen[place.session] === 1) record.session = texts[place.session];
  if (seen[place.credits] === 1) record.credits = numbers[place.credits];
  if (seen[place.chars] === 1) record.chars = numbers[place.chars];
  if (seen[place.audioSeconds] === 1) record.audioSeconds = numbers[place.audioSeconds];
  if (seen[place.format] === 1) record.format = texts[place.format];
  if (seen[place.audioFlag] === 1) record.audioFlag = texts[place.audioFlag];
  if (seen[place.audioSample] === 1) record.audioSample = texts[place.audioSample];
  if (seen[place.transmitted] === 1) record.transmitted = numbers[place.transmitted];
  if (seen[place.rttMs] === 1) record.rttMs = numbers[place.rttMs];
  if (seen[place.serverMs] === 1) record.serverMs = numbers[place.serverMs];
  if (seen[place.receiveMs] === 1) record.receiveMs = numbers[place.receiveMs];
  return record as RequestRecord;
}

function blank(): Mutable {
  return {
    id: undefined,
    index: undefined,
    scenario: undefined,
    operation: undefined,
    intended: undefined,
    sent: undefined,
    headers: undefined,
    firstByte: undefined,
    events: undefined,
    eventsDropped: undefined,
    firstEvent: undefined,
    firstContent: undefined,
    others: undefined,
    end: undefined,
    status: undefined,
    outcome: undefined,
    because: undefined,
    lacked: undefined,
    judged: undefined,
    broke: undefined,
    answerKept: undefined,
    bytes: undefined,
    contentChars: undefined,
    firstContentChars: undefined,
    coalesced: undefined,
    early: undefined,
    earlyAt: undefined,
    ownDelay: undefined,
    stamps: undefined,
    reused: undefined,
    protocol: undefined,
    tls: undefined,
    dnsMs: undefined,
    connectMs: undefined,
    tlsMs: undefined,
    waitedMs: undefined,
    session: undefined,
    credits: undefined,
    chars: undefined,
    audioSeconds: undefined,
    format: undefined,
    audioFlag: undefined,
    audioSample: undefined,
    transmitted: undefined,
    rttMs: undefined,
    serverMs: undefined,
    receiveMs: undefined,
  };
}

/** The type of each field of a record. The index in this list is the number of the field. */
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
  firstContentChars: 'number',
  coalesced: 'number',
  early: 'number',
  earlyAt: 'numbers',
  ownDelay: 'number',
  stamps: 'timestamps',
  reused: 'flag',
  protocol: 'text',
  tls: 'text',
  dnsMs: 'number',
  connectMs: 'number',
  tlsMs: 'number',
  waitedMs: 'number',
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

type Name = keyof typeof kinds;
export const names = Object.keys(kinds) as readonly Name[];
export const place = Object.fromEntries(names.map((name, at) => [name, at])) as { readonly [Each in Name]: number };
export const kindAt = names.map((name) => kinds[name]);
const required = (['id', 'index', 'scenario', 'intended', 'events', 'end', 'outcome'] as const).map(
  (name) => place[name],
);

/** `"name":` of each field in groups of four bytes. The last four overlap those before them. No name is shorter. */
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

/** Whether a line had all required fields of a record. */
export function isWhole(seen: Uint8Array): boolean {
  for (const each of required) if (seen[each] !== 1) return false;
  return true;
}
