import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequests, requestsReader } from './reading.ts';
import type { RequestRecord } from './record.ts';
import { header, record } from './records.testing.ts';

const textOf = (...lines: readonly object[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

describe('readRequests', () => {
  it('reads the header and every record', () => {
    const records = [record(0), record(1, { outcome: 'http-500', status: 500 })];
    const read = readRequests(textOf(header, ...records));
    expect(read).toEqual({ header, records, unreadable: [], torn: false });
  });

  it('tolerates a torn last line, wherever it was torn', () => {
    const [whole, torn] = [textOf(header, record(0)), textOf(record(1))];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: torn.length - 1 }), (length) => {
        const read = readRequests(whole + torn.slice(0, length));
        expect(read).toMatchObject({ records: [record(0)], unreadable: [], torn: true });
      }),
    );
  });

  it('names a whole line that is not a record', () => {
    const read = readRequests(`${textOf(header, record(0))}{"id":1}\nnonsense\n${textOf(record(1))}`);
    expect(read.unreadable).toEqual([3, 4]);
    expect(read.records).toHaveLength(2);
  });

  it('names a record with a time after the end of any run with the settings of its header', () => {
    const said: unknown[] = [];
    const reader = requestsReader({
      header: () => undefined,
      record: ({ index }) => said.push(index),
      unreadable: (line, outOfTime) => said.push([line, outOfTime]),
    });
    // 2 s, and then 1 s of lag and 60 s for the answer, each with the minute of a machine that had too much to do.
    const late = [{ end: 123_000 }, { end: 123_001 }, { sent: 1e15 }, { intended: 1e300 }];
    reader.add(textOf(header, ...late.map((times, index) => record(index, times))));
    const words = (ms: string): string =>
      `it has the time ${ms} ms, and a run with the settings of its header is over after 123000 ms`;
    expect(said).toEqual([0, [3, words('123001')], [4, words('1000000000000000')], [5, words('1e+300')]]);
  });

  it('takes nothing for a header but the first line', () => {
    const read = readRequests(textOf(record(0), header));
    expect(read).toEqual({ records: [], unreadable: [1, 2], torn: false });
  });

  it('refuses a header without its settings', () => {
    const { settings: _, ...rest } = header;
    expect(readRequests(textOf(rest)).unreadable).toEqual([1]);
  });

  it('refuses a header with more rates than anyone asks for, as each reader makes a list of them', () => {
    const having = (steps: number): object => ({ ...header, settings: { ...header.settings, steps } });
    expect(readRequests(textOf(having(200))).header?.settings.steps).toBe(200);
    expect(readRequests(textOf(having(1e9))).unreadable).toEqual([1]);
  });

  it('keeps absent what did not happen', () => {
    const notSent = {
      id: 'r-3',
      index: 3,
      scenario: 'stream',
      intended: 1500,
      events: [],
      end: 2600,
      outcome: 'notSent',
    };
    const [read] = readRequests(textOf(header, notSent)).records;
    expect(read).toEqual({ ...notSent, bytes: 0, coalesced: 0, eventsDropped: 0, reused: false });
  });
});

it('reads the same, however the text is cut', () => {
  const text = textOf(header, record(0), record(1), record(2));
  fc.assert(
    fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
      const records: RequestRecord[] = [];
      const reader = requestsReader({ header: () => {}, record: (one) => records.push(one), unreadable: () => {} });
      const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      places.slice(1).forEach((to, n) => reader.add(text.slice(places[n], to)));
      expect(reader.end()).toEqual({ torn: false });
      expect(records).toEqual([record(0), record(1), record(2)]);
    }),
  );
});
