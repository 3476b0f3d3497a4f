import { describe, expect, it } from 'vitest';
import {
  hasRequiredFields,
  fieldNames,
  fieldIndex,
  recordFrom,
  startsWith,
  packText,
  type ScannedLine,
} from './scanned-record.ts';

/** A line that has those fields; each of the others has what the line before had. */
function scannedWith(...fields: readonly (keyof typeof fieldIndex)[]): ScannedLine {
  return {
    order: [],
    seen: Uint8Array.from(fieldNames, (name) => Number(fields.includes(name))),
    numbers: Float64Array.from([...fieldNames, ''], (_, at) => 1_000 + at),
    texts: fieldNames.map((name) => `text of ${name}`),
    letters: [],
    events: [100, 120],
    others: [0],
    earlyAt: [1],
    reused: true,
  };
}

const required = ['id', 'index', 'scenario', 'intended', 'events', 'end', 'outcome'] as const;

const present = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

describe('the record of a line', () => {
  it('has nothing of the line before where the line does not say it', () => {
    expect(present(recordFrom(scannedWith(...required)))).toEqual({
      id: 'text of id',
      index: 1_000 + fieldIndex.index,
      scenario: 'text of scenario',
      intended: 1_000 + fieldIndex.intended,
      events: [100, 120],
      end: 1_000 + fieldIndex.end,
      outcome: 'text of outcome',
      eventsDropped: 0,
      bytes: 0,
      coalesced: 0,
      reused: false,
    });
  });

  it('has each field that the line has', () => {
    const record = recordFrom(scannedWith(...fieldNames));
    expect(fieldNames.filter((name) => record[name] === undefined)).toEqual([]);
    expect(record).toMatchObject({ others: [0], earlyAt: [1], reused: true, rttMs: 1_000 + fieldIndex.rttMs });
  });

  it('takes for the first event what older lines call the first content', () => {
    const record = recordFrom(scannedWith(...required, 'firstContent'));
    expect(record).toMatchObject({ firstEvent: 1_000 + fieldIndex.firstContent, firstContent: undefined });
  });

  it('is one where all is there that a record must have', () => {
    expect(hasRequiredFields(scannedWith(...required).seen)).toBe(true);
    for (const lacking of required)
      expect([lacking, hasRequiredFields(scannedWith(...required.filter((name) => name !== lacking)).seen)]).toEqual([
        lacking,
        false,
      ]);
  });
});

describe('a text that a line may have at a place', () => {
  const text = '"firstByte":';
  const viewOf = (line: string): DataView => new DataView(new TextEncoder().encode(line).buffer);

  it('is found there, to its last letter', () => {
    expect(startsWith(viewOf(`{${text}1`), 1, packText(text))).toBe(true);
    expect(startsWith(viewOf(`{${text}1`), 0, packText(text))).toBe(false);
    for (let at = 0; at < text.length; at += 1) {
      const other = `${text.slice(0, at)}?${text.slice(at + 1)}`;
      expect([other, startsWith(viewOf(other), 0, packText(text))]).toEqual([other, false]);
    }
  });

  it('is not beyond the end of the line', () => {
    expect(startsWith(viewOf(text.slice(0, -1)), 0, packText(text))).toBe(false);
    expect(startsWith(viewOf(text), 0, packText(text))).toBe(true);
  });
});
