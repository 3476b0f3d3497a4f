import { withFirstEvent, type RequestRecord } from './record.ts';
import type { Timestamps } from './requests.ts';

/** The data read from a line. `order` and `texts` are those of the line before until the new line overwrites them. */
export type ScannedLine = {
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
export function recordFrom({ seen, numbers, texts, events, others, earlyAt, reused }: ScannedLine): RequestRecord {
  const record = blank();
  record.id = texts[fieldIndex.id];
  record.index = numbers[fieldIndex.index];
  record.scenario = texts[fieldIndex.scenario];
  record.intended = numbers[fieldIndex.intended];
  record.events = events;
  record.end = numbers[fieldIndex.end];
  record.outcome = texts[fieldIndex.outcome];
  record.eventsDropped = seen[fieldIndex.eventsDropped] === 1 ? numbers[fieldIndex.eventsDropped] : 0;
  record.bytes = seen[fieldIndex.bytes] === 1 ? numbers[fieldIndex.bytes] : 0;
  record.coalesced = seen[fieldIndex.coalesced] === 1 ? numbers[fieldIndex.coalesced] : 0;
  record.reused = seen[fieldIndex.reused] === 1 && reused;
  if (seen[fieldIndex.operation] === 1) record.operation = texts[fieldIndex.operation];
  if (seen[fieldIndex.sent] === 1) record.sent = numbers[fieldIndex.sent];
  if (seen[fieldIndex.headers] === 1) record.headers = numbers[fieldIndex.headers];
  if (seen[fieldIndex.firstByte] === 1) record.firstByte = numbers[fieldIndex.firstByte];
  if (seen[fieldIndex.firstEvent] === 1) record.firstEvent = numbers[fieldIndex.firstEvent];
  if (seen[fieldIndex.firstContent] === 1) record.firstContent = numbers[fieldIndex.firstContent];
  if (seen[fieldIndex.others] === 1) record.others = others;
  withFirstEvent(record);
  if (seen[fieldIndex.status] === 1) record.status = numbers[fieldIndex.status];
  if (seen[fieldIndex.because] === 1) record.because = texts[fieldIndex.because];
  if (seen[fieldIndex.lacked] === 1) record.lacked = texts[fieldIndex.lacked] as RequestRecord['lacked'];
  if (seen[fieldIndex.judged] === 1) record.judged = texts[fieldIndex.judged];
  if (seen[fieldIndex.broke] === 1) record.broke = texts[fieldIndex.broke];
  if (seen[fieldIndex.answerKept] === 1) record.answerKept = texts[fieldIndex.answerKept];
  if (seen[fieldIndex.contentChars] === 1) record.contentChars = numbers[fieldIndex.contentChars];
  if (seen[fieldIndex.firstContentChars] === 1) record.firstContentChars = numbers[fieldIndex.firstContentChars];
  if (seen[fieldIndex.early] === 1) record.early = numbers[fieldIndex.early];
  if (seen[fieldIndex.earlyAt] === 1) record.earlyAt = earlyAt;
  if (seen[fieldIndex.ownDelay] === 1) record.ownDelay = numbers[fieldIndex.ownDelay];
  if (seen[fieldIndex.stamps] === 1) record.stamps = texts[fieldIndex.stamps] as Timestamps;
  if (seen[fieldIndex.protocol] === 1) record.protocol = texts[fieldIndex.protocol];
  if (seen[fieldIndex.tls] === 1) record.tls = texts[fieldIndex.tls];
  if (seen[fieldIndex.dnsMs] === 1) record.dnsMs = numbers[fieldIndex.dnsMs];
  if (seen[fieldIndex.connectMs] === 1) record.connectMs = numbers[fieldIndex.connectMs];
  if (seen[fieldIndex.tlsMs] === 1) record.tlsMs = numbers[fieldIndex.tlsMs];
  if (seen[fieldIndex.waitedMs] === 1) record.waitedMs = numbers[fieldIndex.waitedMs];
  if (seen[fieldIndex.session] === 1) record.session = texts[fieldIndex.session];
  if (seen[fieldIndex.credits] === 1) record.credits = numbers[fieldIndex.credits];
  if (seen[fieldIndex.chars] === 1) record.chars = numbers[fieldIndex.chars];
  if (seen[fieldIndex.audioSeconds] === 1) record.audioSeconds = numbers[fieldIndex.audioSeconds];
  if (seen[fieldIndex.format] === 1) record.format = texts[fieldIndex.format];
  if (seen[fieldIndex.audioFlag] === 1) record.audioFlag = texts[fieldIndex.audioFlag];
  if (seen[fieldIndex.audioSample] === 1) record.audioSample = texts[fieldIndex.audioSample];
  if (seen[fieldIndex.transmitted] === 1) record.transmitted = numbers[fieldIndex.transmitted];
  if (seen[fieldIndex.rttMs] === 1) record.rttMs = numbers[fieldIndex.rttMs];
  if (seen[fieldIndex.serverMs] === 1) record.serverMs = numbers[fieldIndex.serverMs];
  if (seen[fieldIndex.receiveMs] === 1) record.receiveMs = numbers[fieldIndex.receiveMs];
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
export const fieldNames = Object.keys(kinds) as readonly Name[];
export const fieldIndex = Object.fromEntries(fieldNames.map((name, at) => [name, at])) as {
  readonly [Each in Name]: number;
};
export const fieldKinds = fieldNames.map((name) => kinds[name]);
const required = (['id', 'index', 'scenario', 'intended', 'events', 'end', 'outcome'] as const).map(
  (name) => fieldIndex[name],
);

/** `"name":` of each field in groups of four bytes. The last four overlap those before them. No name is shorter. */
export const fieldPrefixes = fieldNames.map((name) => packText(`"${name}":`));

export type PackedText = { readonly length: number; readonly words: Int32Array };

export function packText(text: string): PackedText {
  const view = new DataView(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
  const last = text.length - 4;
  const places = Array.from({ length: Math.ceil(text.length / 4) }, (_, word) => Math.min(4 * word, last));
  return { length: text.length, words: Int32Array.from(places, (at) => view.getInt32(at)) };
}

export function startsWith(view: DataView, at: number, { length, words }: PackedText): boolean {
  if (at + length > view.byteLength) return false;
  const last = words.length - 1;
  for (let word = 0; word < last; word += 1) if (view.getInt32(at + 4 * word) !== words[word]) return false;
  return view.getInt32(at + length - 4) === words[last];
}

/** Whether a line had all required fields of a record. */
export function hasRequiredFields(seen: Uint8Array): boolean {
  for (const each of required) if (seen[each] !== 1) return false;
  return true;
}
