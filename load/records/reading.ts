import { latestTimeMs } from './longest-run.ts';
import { recordOf, type RequestRecord } from './record.ts';
import { headerOf, type RequestsHeader } from './requests.ts';
import { recordScanner } from './scan-record.ts';

/** Reads requests.ndjson in pieces that may be cut anywhere, and passes on its lines. Bytes are faster than text. */
type RequestsReader = {
  /** The caller may reuse the piece afterwards. */
  readonly add: (piece: Uint8Array | string) => void;
  /** Reports whether the last line is incomplete: a killed writer leaves such a line, and it is not an error. */
  readonly end: () => { readonly torn: boolean };
};

export type RequestsSink = {
  readonly header: (header: RequestsHeader) => void;
  /** `line` from `from` to `to` is the source of the record; its buffer may be reused afterwards. */
  readonly record: (record: RequestRecord, line: Uint8Array, from: number, to: number) => void;
  /**
   * Called for a complete line that is not a header (first line) or not a record. Lines count from 1. `outOfTime` says
   * that a time of the record is later than any time of its run, which `load` never writes.
   */
  readonly unreadable: (lineNumber: number, outOfTime?: string) => void;
};

const lineFeed = 10;
/** Longest line in bytes: three times a record of 100,000 events. A longer line is not a record and is skipped. */
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
    // Copied, because the piece may be reused.
    rest = new Uint8Array(bytes.subarray(from));
    if (rest.length <= longestLineBytes) return;
    lineNumber += 1;
    sink.unreadable(lineNumber);
    rest = new Uint8Array();
    isSkipping = true;
  };
  /** The bytes after a line that was too long; empty while the line goes on. */
  const behindIt = (bytes: Uint8Array): Uint8Array => {
    const end = bytes.indexOf(lineFeed);
    isSkipping = end < 0;
    return isSkipping ? bytes.subarray(bytes.length) : bytes.subarray(end + 1);
  };
  return {
    add: (piece) => {
      const all = plainBytes(typeof piece === 'string' ? encoder.encode(piece) : piece);
      const bytes = isSkipping ? behindIt(all) : all;
      // Joins only the line that was cut, not the whole piece.
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

/**
 * The same bytes as a plain Uint8Array: code compiled for a kind of array is fast with that kind only, and a Buffer is
 * another kind.
 */
function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A whole requests.ndjson. `header` is absent where the first line is not a header. */
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
