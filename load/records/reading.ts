import { latestTimeMs } from './longest-run.ts';
import { recordOf, type RequestRecord } from './record.ts';
import { headerOf, type RequestsHeader } from './requests.ts';
import { recordScanner } from './scan-record.ts';

/** Takes requests.ndjson in pieces, cut anywhere, and hands on what its lines are. Bytes are taken faster than text. */
type RequestsReader = {
  /** The piece may be used anew afterwards. */
  readonly add: (piece: Uint8Array | string) => void;
  /** Tells whether the last line was torn: a killed writer leaves one, and it is no error. */
  readonly end: () => { readonly torn: boolean };
};

export type RequestsSink = {
  readonly header: (header: RequestsHeader) => void;
  /** `line` from `from` to `to` is what it was read from; it may be used anew afterwards. */
  readonly record: (record: RequestRecord, line: Uint8Array, from: number, to: number) => void;
  /**
   * A whole line that is no header in the first place, or no record after it. Lines count from 1. `outOfTime` says of a
   * record that one of its times is later than any of its run, which nothing that load wrote is.
   */
  readonly unreadable: (lineNumber: number, outOfTime?: string) => void;
};

const lineFeed = 10;
/** Of 100,000 events, three times over. What is longer is not a record, and not kept. */
const longestLineBytes = 4 * 1024 * 1024;

export function requestsReader(sink: RequestsSink): RequestsReader {
  const [scanned, decoder, encoder] = [recordScanner(), new TextDecoder(), new TextEncoder()];
  let rest = new Uint8Array();
  let lineNumber = 0;
  let isSkipping = false;
  let latestMs = Infinity;
  const takeHeader = (header: RequestsHeader): void => {
    latestMs = latestTimeMs(header.settings);
    sink.header(header);
  };
  const takeLine = (bytes: Uint8Array, from: number, to: number): void => {
    lineNumber += 1;
    const text = (): string => decoder.decode(bytes.subarray(from, to));
    const header = lineNumber === 1 ? headerOf(text()) : undefined;
    const record = lineNumber === 1 ? undefined : (scanned(bytes, from, to) ?? recordOf(text()));
    if (header) takeHeader(header);
    else if (record === undefined) sink.unreadable(lineNumber);
    else if (lastTimeOf(record) > latestMs) sink.unreadable(lineNumber, outOfTimeWords(record, latestMs));
    else sink.record(record, bytes, from, to);
  };
  const takeLines = (bytes: Uint8Array): void => {
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to >= 0; to = bytes.indexOf(lineFeed, from)) {
      takeLine(bytes, from, to);
      from = to + 1;
    }
    // A copy: the piece may be used anew.
    rest = new Uint8Array(bytes.subarray(from));
    if (rest.length <= longestLineBytes) return;
    lineNumber += 1;
    sink.unreadable(lineNumber);
    rest = new Uint8Array();
    isSkipping = true;
  };
  /** What is behind a line that was too long; nothing while that goes on. */
  const behindIt = (bytes: Uint8Array): Uint8Array => {
    const end = bytes.indexOf(lineFeed);
    isSkipping = end < 0;
    return isSkipping ? bytes.subarray(bytes.length) : bytes.subarray(end + 1);
  };
  return {
    add: (piece) => {
      const all = plainBytes(typeof piece === 'string' ? encoder.encode(piece) : piece);
      const bytes = isSkipping ? behindIt(all) : all;
      // Only the line that was cut is put together, not the whole piece.
      const cut = rest.length === 0 ? 0 : bytes.indexOf(lineFeed) + 1 || bytes.length;
      if (cut > 0) takeLines(joined(rest, bytes.subarray(0, cut)));
      if (cut < bytes.length) takeLines(bytes.subarray(cut));
    },
    end: () => ({ torn: rest.length > 0 || isSkipping }),
  };
}

function lastTimeOf({ intended, sent = intended, end }: RequestRecord): number {
  return Math.max(intended, sent, end);
}

function outOfTimeWords(record: RequestRecord, latestMs: number): string {
  return `it has the time ${lastTimeOf(record)} ms, and a run with the settings of its header is over after ${latestMs} ms`;
}

/** The same bytes: what is compiled for one kind of array is fast with that kind only, and a Buffer is another. */
function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A whole requests.ndjson at once; `header` is absent when the first line is none. */
export type Requests = {
  readonly header?: RequestsHeader;
  readonly records: readonly RequestRecord[];
  readonly unreadable: readonly number[];
  readonly torn: boolean;
};

export function readRequests(text: string): Requests {
  const headers: RequestsHeader[] = [];
  const records: RequestRecord[] = [];
  const unreadable: number[] = [];
  const reader = requestsReader({
    header: (header) => headers.push(header),
    record: (record) => records.push(record),
    unreadable: (lineNumber) => unreadable.push(lineNumber),
  });
  reader.add(text);
  const [header] = headers;
  return { ...(header && { header }), records, unreadable, ...reader.end() };
}
