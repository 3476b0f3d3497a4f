import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { lintEventStream } from './lint-event-stream.ts';
import { keepsEveryLine, losesNoData, observedOddities, spellsItsFields } from '../words/loses-no-data.ts';
import { observedIgnoredLines } from '../bodies/observed.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';
import { assertAgreement, eventsOfOtherParser, readEventStream } from './two-readers.ts';

const word = 'zqabcdefghij';
const streamed = (body: string, sent?: unknown): Exchange => answered({ operation: 'stream', body, sent });
const kinds = (text: string) => lintEventStream(Buffer.from(text)).map(({ is, at }) => [is, at]);

describe('lintEventStream', () => {
  it.each([
    [': d\ndata: a\nevent: b\nid: c\nretry: 1\n\n: e\n\n', []],
    ['data: a\n: d\n\n', [['comment within an event', 8]]],
    ['data {"a":1}\n\n', [['misspelt field', 0]]],
    ['data{"a":1}\n\n', [['misspelt field', 0]]],
    [
      'data=a\n\ndata a\n\nretry 5\n\n',
      [
        ['misspelt field', 0],
        ['misspelt field', 8],
        ['misspelt field', 16],
      ],
    ],
    // Names that only begin like a field name are unknown.
    [
      'data-id: 5\n\ndatabase: x\n\n',
      [
        ['unknown field', 0],
        ['unknown field', 12],
      ],
    ],
    ['\u{feff}data: a\n\n', []],
    ['data: a\n\n\u{feff}data: b\n\n', [['misspelt field', 9]]],
    ['data: a\r\n\r\nData: b\r\n\r\n', [['misspelt field', 11]]],
    [
      'data : a\r\rretry: soon\r\r',
      [
        ['misspelt field', 0],
        ['retry that is not a number', 10],
      ],
    ],
    ['id: a\0\ndata: b\n\n', [['NUL in an id', 0]]],
    ['event: ping\n\n', [['event without data', 0]]],
    ['x: 1\ndata: b\n\n', [['unknown field', 0]]],
    ['{"a":1}\n\n', [['data outside of data lines', 0]]],
    [
      'data: {\n"a":1}\n\n',
      [
        ['unknown field', 8],
        ['data outside of data lines', 8],
      ],
    ],
    ['data: {"a":1}\nx\n\n', [['unknown field', 14]]],
    ['data: a\0\n\n', []],
    ['id: 1\n\n', [['event without data', 0]]],
    [': d\nevent: ping\n\n', [['event without data', 0]]],
    // `retry` takes whole numbers only.
    ['retry: 10\n\n', []],
    ['retry: 1s\n\n', [['retry that is not a number', 0]]],
    ['retry: s1\n\n', [['retry that is not a number', 0]]],
    ['retry\n\n', [['retry that is not a number', 0]]],
    // Only an object or an array counts as JSON: a number or a string alone may be anything.
    ['7\n\n', [['unknown field', 0]]],
    ['"{"\n\n', [['unknown field', 0]]],
    ['{a}\n\n', [['unknown field', 0]]],
    [' [1]\n\n', [['data outside of data lines', 0]]],
    // Lines of two events are never joined.
    ['data: {\n\n"a":1}\n\n', [['unknown field', 9]]],
    // Without a data line, the second line is not the rest of any data.
    [
      '[\n1]\n\n',
      [
        ['unknown field', 0],
        ['unknown field', 2],
      ],
    ],
    // The data is JSON already, with or without the blank line.
    ['data: {}\n \n\n', [['unknown field', 9]]],
    [
      'data: [1\n,\ndata: 2]\n\n',
      [
        ['unknown field', 9],
        ['data outside of data lines', 9],
      ],
    ],
    ['data: [1\n2]\n\n', [['unknown field', 9]]],
    // A JSON string cannot hold a line end, so it was another character.
    [
      'data: {"a":"b\nc"}\n\n',
      [
        ['unknown field', 14],
        ['data outside of data lines', 14],
      ],
    ],
    [
      'event: x\nid: 1\n: c\ndata: {\n"a":1}\n\n',
      [
        ['unknown field', 27],
        ['data outside of data lines', 27],
      ],
    ],
  ])('finds in %j what readers pass over', (text, found) => {
    expect(kinds(text)).toEqual(found);
  });
});

describe('spellsItsFields', () => {
  it('takes fields that nobody knows', () => {
    expect(spellsItsFields([streamed('x-trace: 1\ndata: a\n\n')])).toEqual([]);
  });
  it('shows the line that is thrown away', () => {
    expect(spellsItsFields([streamed('data: a\n\n Data: b\n\n')])).toEqual([
      {
        subject: 'field name',
        expected: 'data, event, id or retry, in these very letters, before a colon',
        observed: '" Data: b" at offset 9',
        reference: 'WHATWG HTML 9.2.6',
        range: { exchange: 'probe#1', at: 9, bytes: 8 },
      },
    ]);
  });
  it('shows three of many, and the beginning of a long one', () => {
    expect(spellsItsFields([streamed('Data: a\n\n'.repeat(4))])).toHaveLength(3);
    expect(spellsItsFields([streamed(`DATA:${'x'.repeat(100)}\n\n`)])).toMatchObject([
      { observed: `"DATA:${'x'.repeat(55)}" at offset 0` },
    ]);
  });
});

describe('losesNoData', () => {
  it('takes unknown fields, and words that are said elsewhere in the stream', () => {
    expect(losesNoData([streamed(`data: ${word}\nx: ${word}\n\n`, { message: word })])).toEqual([]);
    expect(losesNoData([streamed('data: {"a":\ndata: 1}\n\n')])).toEqual([]);
  });
  it('leaves a misspelt field to the expectation for those', () => {
    expect(losesNoData([streamed(`data: It was\n\nData: ${word}\n\n`, { message: word })])).toEqual([]);
  });
  it('shows three of many', () => {
    expect(losesNoData([streamed('{"a":1}\n\n'.repeat(4))])).toHaveLength(3);
  });
  it('shows JSON that no reader gets', () => {
    expect(losesNoData([streamed('{"a":1}\n')])).toEqual([
      {
        subject: 'line',
        expected: 'data: before each line of the data',
        observed: '"{\\"a\\":1}" at offset 0',
        reference: 'WHATWG HTML 9.2.6',
        range: { exchange: 'probe#1', at: 0, bytes: 7 },
      },
    ]);
  });
  it('shows the word that no reader gets', () => {
    expect(losesNoData([streamed(`data: It was\n${word}.\n\n`, { message: word })])).toMatchObject([
      { observed: `"${word}." at offset 13` },
    ]);
  });
  it('knows a word at the beginning of a line of the message', () => {
    expect(losesNoData([streamed(`data: Say\n${word}\n\n`, { message: `Say\n${word}` })])).toHaveLength(1);
  });
  it('shows a line with a part of it only', () => {
    const torn = `data: The word:\n- ${word.slice(0, 2)}\n\ndata: ${word.slice(2)}\n\n`;
    expect(losesNoData([streamed(torn, { message: word })])).toMatchObject([{ observed: '"- zq" at offset 16' }]);
  });
});

describe('losesNoData, of a line that begins with a colon', () => {
  it('takes comments, whatever they say between events', () => {
    expect(losesNoData([streamed(`: ${word}\ndata: It was\n\n: ${word}\n\n`, { message: word })])).toEqual([]);
  });
  it('shows one within the data that holds the word', () => {
    expect(losesNoData([streamed(`data: It was\nthis\n: ${word}\n\n`, { message: word })])).toMatchObject([
      { observed: '"this" at offset 13' },
      { observed: `": ${word}" at offset 18` },
    ]);
  });
});

describe('keepsEveryLine', () => {
  const chat = (reply: string) => answered({ operation: 'chat', body: { reply } });
  it('takes a stream with each line in its data, and fields that nobody knows', () => {
    expect(keepsEveryLine([chat('One.\nTwo.'), streamed('x: 1\ndata: One.\ndata: Two.\n\n')])).toEqual([]);
    const text = JSON.stringify({ text: 'One.\nTwo.' });
    expect(keepsEveryLine([chat('One.\nTwo.'), streamed(`data: ${text}\nx-trace: 5\n \n\n`)])).toEqual([]);
  });
  it('shows what the chat says behind a line end, and no reader of the stream gets', () => {
    expect(keepsEveryLine([chat('One.\r\n- Two.'), streamed('data: One.\n-\n\ndata: Two.\n\n')])).toEqual([
      {
        subject: 'line',
        expected: 'data: before each line of the data',
        observed: '"-" at offset 11',
        reference: 'WHATWG HTML 9.2.6',
        range: { exchange: 'probe#1', at: 11, bytes: 1 },
      },
    ]);
  });
  it('takes a comment without a word, though a line of the reply begins with a colon', () => {
    const reply = chat('One.\n: Two.');
    expect(keepsEveryLine([reply, streamed('data: One.\ndata: : Two.\n:\n\n')])).toEqual([]);
    expect(keepsEveryLine([reply, streamed('data: One.\n: Two.\n\n')])).toHaveLength(1);
  });
  it('takes what the chat says elsewhere', () => {
    expect(keepsEveryLine([chat('One.\nTwo: x'), streamed('data: One.\nx\ndata: Two.\n\n')])).toEqual([]);
  });
  it('shows nothing by a stream of one line', () => {
    expect(keepsEveryLine([chat('One.\nTwo.'), streamed('data: One.\n\n')])).toEqual({
      inconclusive: 'the stream gives no reply of more than one line',
      isUnspecified: true,
    });
  });
  it('shows nothing by a stream without the words of the reply', () => {
    const words = 'zqaaaaaaaaaa\nzqbbbbbbbbbb';
    const asked = { message: `Please repeat: ${words}` };
    const both = (data: string) => [
      answered({ operation: 'chat', body: { reply: words }, sent: asked }),
      streamed(data, asked),
    ];
    expect(keepsEveryLine(both('data: ok\n\n'))).toEqual({
      inconclusive: 'no word of the reply could be read in the stream, so that no line of it could be missed',
      isUnspecified: true,
    });
    expect(keepsEveryLine(both('data: zqaaaaaaaaaa\n\n'))).toEqual({
      inconclusive: 'the stream lacks words that the chat says, so that their lines were not seen',
      isUnspecified: true,
    });
    expect(keepsEveryLine(both('data: zqaaaaaaaaaa\ndata: zqbbbbbbbbbb\n\n'))).toEqual([]);
  });
  it('asks nothing of a bot that says one line', () => {
    expect(keepsEveryLine([chat('One. Two.\n'), streamed('data: One.\nTwo.\n\n')])).toEqual({
      inconclusive: 'the bot gives no reply of more than one line',
      isUnspecified: true,
    });
  });
  it('needs both', () => {
    const inconclusive = { inconclusive: 'one of the two requests was not answered' };
    expect(keepsEveryLine([chat('a\nb')])).toEqual(inconclusive);
    expect(keepsEveryLine([unanswered('dropped'), streamed('data: a\n\n')])).toEqual(inconclusive);
  });
});

describe('what the grammar allows and readers ignore', () => {
  it('is observed', () => {
    const stream = streamed('x: 1\ny: 2\ndata: a\n\n');
    expect(observedIgnoredLines([stream])).toBe('unknown field (2): "x: 1"');
    const mixed = streamed(`event: ping\n\n${'x'.repeat(100)}\ndata: a\n\n`);
    expect(observedIgnoredLines([mixed])).toBe(
      `event without data (1): "event: ping", unknown field (1): "${'x'.repeat(40)}"`,
    );
    expect(observedIgnoredLines([streamed('data: a\n\n')])).toBe('none');
    expect(observedIgnoredLines([])).toBeUndefined();
  });
  it('is nothing where the body cannot be read', () => {
    const { response } = answered({ body: 'x', headers: [['content-encoding', 'gzip']] });
    expect(response.is === 'answer' && observedOddities(response)).toBeUndefined();
  });
});

describe('the two readers', () => {
  it.each([
    'id: 1\ndata: a\n\nid: 2\n\ndata: b\n\n',
    'event: x\ndata\n\nid: a\0\ndata: c\r\r',
    '\u{feff}\u{feff}data: a\n\n',
    // Latin-1 letters that look like a byte order mark in another encoding.
    'ï»¿data: a\n\ndata: b\n\n',
  ])('agree on %j', (text) => {
    const bytes = Buffer.from(text);
    expect(readEventStream(bytes).events).toMatchObject(eventsOfOtherParser(bytes));
  });
  it('read a body once, however many expectations ask for it', () => {
    const bytes = Buffer.from('data: a\n\n');
    expect(readEventStream(bytes)).toBe(readEventStream(bytes));
  });
  it('agree on bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('data: '), Buffer.from([0xe0, 0xa4]), Buffer.from('\n\n')]);
    expect(readEventStream(bytes).events.map(({ data }) => data)).toEqual(['\u{fffd}']);
  });
  it('are a defect of assay where they disagree', () => {
    const event = { type: 'message', data: 'a', lastEventId: '' };
    expect(() => assertAgreement([event], [{ ...event, data: 'b' }])).toThrow(
      'a defect of assay: its event stream parser and eventsource-parser disagree on event 1: ' +
        '["message","a",""] against ["message","b",""]',
    );
    expect(() => assertAgreement([event], [])).toThrow('disagree on event 1: ["message","a",""] against no event');
  });
});
