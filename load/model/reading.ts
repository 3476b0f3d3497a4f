import { headerOf, recordOf, type RequestRecord, type RequestsHeader } from './requests.ts';

/** Takes the text of requests.ndjson in pieces, cut anywhere, and hands on what its lines are. */
export type RequestsReader = {
  readonly add: (text: string) => void;
  /** Tells whether the last line was torn: a killed writer leaves one, and it is no error. */
  readonly end: () => { readonly torn: boolean };
};

export type RequestsSink = {
  readonly header: (header: RequestsHeader) => void;
  readonly record: (record: RequestRecord) => void;
  /** A whole line that is no header in the first place, or no record after it. Lines count from 1. */
  readonly unreadable: (lineNumber: number) => void;
};

export function requestsReader(sink: RequestsSink): RequestsReader {
  let rest = '';
  let lineNumber = 0;
  const takeLine = (line: string): void => {
    lineNumber += 1;
    const header = lineNumber === 1 ? headerOf(line) : undefined;
    const record = lineNumber === 1 ? undefined : recordOf(line);
    if (header) sink.header(header);
    else if (record) sink.record(record);
    else sink.unreadable(lineNumber);
  };
  return {
    add: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(takeLine);
    },
    end: () => ({ torn: rest !== '' }),
  };
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
