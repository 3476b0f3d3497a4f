import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordOf } from './record.ts';
import { recordScanner } from './scan-record.ts';
import { record } from './records.testing.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What the scanner gives for each line, read one after the other. */
function scanned(...lines: readonly string[]): readonly unknown[] {
  const scan = recordScanner();
  return lines.map((line) => {
    const bytes = bytesOf(`{}\n${line}\n{}`);
    return scan(bytes, 3, bytes.length - 3);
  });
}

const full = {
  ...record(3),
  others: [0, 2],
  operation: 'speech',
  because: 'x',
  lacked: 'port',
  judged: 'letters own',
  broke: 'own',
  answerKept: '3.txt',
  contentChars: 80,
  firstContentChars: 4,
  early: 1,
  earlyAt: [1],
  ownDelay: 0.25,
  stamps: 'user',
  dnsMs: 0.001,
  connectMs: 1.5,
  protocol: 'HTTP/2.0',
  tls: 'TLS 1.3',
  tlsMs: 2,
  waitedMs: 0.4,
  session: 's-1',
  credits: 3,
  chars: 120,
  audioSeconds: 7.125,
  format: 'mp3',
  audioFlag: 'silent',
  audioSample: '3.mp3',
  transmitted: 1501.25,
  rttMs: 0.019,
  serverMs: 0,
  receiveMs: 0.5,
} as const;

describe('recordScanner', () => {
  it('reads a record with every field, and one with the fewest', () => {
    const { id, index, scenario, intended, events, end, outcome } = full;
    const least = { id, index, scenario, intended, events, end, outcome };
    const lines = [full, least, full].map((each) => JSON.stringify(each));
    const [first, second, third] = scanned(...lines);
    expect(first).toEqual(full);
    expect(second).toEqual({ ...least, bytes: 0, coalesced: 0, eventsDropped: 0, reused: false });
    expect(third).toEqual(full);
  });

  it('reads what was written before there were rules: its first content was the first event with data', () => {
    const { firstEvent, firstContent: _, others: __, ...old } = full;
    const line = JSON.stringify({ ...old, firstContent: firstEvent });
    expect(scanned(line)).toEqual([{ ...old, firstEvent }]);
    expect(recordOf(line)).toEqual({ ...old, firstEvent });
  });

  it('is not misled by a line that it leaves to recordOf', () => {
    const formats = ['abcdef', 'abXYé', 'abXYef', 'abcdef', 'abXY\\', 'abXYef'];
    const lines = formats.map((format) => JSON.stringify({ ...full, format }));
    expect(scanned(...lines).map((found, place) => found ?? recordOf(lines[place] ?? ''))).toEqual(
      formats.map((format) => ({ ...full, format })),
    );
  });

  it('reads lines one after the other as if each were the first', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '"', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (texts) => {
        const lines = texts.map((because) => JSON.stringify({ ...full, because }));
        const found = scanned(...lines);
        lines.forEach((line, place) => expect(found[place] ?? recordOf(line)).toEqual(recordOf(line)));
      }),
    );
  });

  it('never gives anything but what recordOf gives, however a line was changed', () => {
    const line = JSON.stringify(full);
    const change = fc.constantFrom(
      '',
      ' ',
      '"',
      ',',
      '[',
      ']',
      '{',
      '}',
      '.',
      '0',
      '00',
      '-',
      'e1',
      '\\',
      ':',
      'é',
      '5',
    );
    fc.assert(
      fc.property(fc.nat({ max: line.length }), fc.nat({ max: 3 }), change, (at, cut, text) => {
        const changed = line.slice(0, at) + text + line.slice(at + cut);
        const [, found] = scanned(line, changed);
        expect(found ?? recordOf(changed)).toEqual(recordOf(changed));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads numbers and texts as JSON.parse does, or leaves them to it', () => {
    const number = fc.oneof(
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      fc.nat(),
      fc.nat().map((micros) => micros / 1000),
      fc.nat().map((nanos) => nanos / 1e6),
      fc.maxSafeNat(),
    );
    fc.assert(
      fc.property(fc.array(number), number, fc.string({ unit: 'binary' }), (events, end, because) => {
        const line = JSON.stringify({ ...full, events, end, because });
        const [found] = scanned(line);
        expect(found ?? recordOf(line)).toEqual(recordOf(line));
      }),
    );
  });

  it.each([
    ['microseconds', { ...full, end: 499_999.123 }],
    [
      'texts that share their beginning with those before',
      { ...full, id: '8579e9cd7487-31', because: 'xy', session: '' },
    ],
    ['a text longer than is remembered', { ...full, because: 'b'.repeat(200) }],
  ])('itself reads %s', (_, each) => {
    expect(scanned(JSON.stringify(full), JSON.stringify(each), JSON.stringify(each)).slice(1)).toEqual([each, each]);
  });

  it.each(['id', 'index', 'scenario', 'intended', 'events', 'end', 'outcome'])('gives no record without %s', (name) => {
    const rest = Object.fromEntries(Object.entries(full).filter(([key]) => key !== name));
    expect(scanned(JSON.stringify(full), JSON.stringify(rest))[1]).toBeUndefined();
    expect(recordOf(JSON.stringify(rest))).toBeUndefined();
  });
});

describe('recordOf', () => {
  it.each([
    { id: 1 },
    { index: '1' },
    { events: ['1'] },
    { events: 1 },
    { sent: null },
    { because: 5 },
    { reused: 'yes' },
    { stamps: 'sundial' },
    { chars: '9' },
    { transmitted: '1' },
    { rttMs: null },
    { serverMs: [] },
    { receiveMs: '0' },
  ])('refuses %j', (wrong) => {
    expect(recordOf(JSON.stringify({ ...full, ...wrong }))).toBeUndefined();
  });

  it('refuses a number that no double holds', () => {
    expect(recordOf(JSON.stringify(full).replace('"end":1650', '"end":1e999'))).toBeUndefined();
    expect(recordOf(JSON.stringify(full))).toEqual(full);
  });
});
