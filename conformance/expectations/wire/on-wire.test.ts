import { describe, expect, it } from 'vitest';
import type { OnWire } from '../../model/exchange.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';
import { answered } from '../sample-exchange.testing.ts';
import { hasNoTrailingBytes, hasNoTransferCoding, isBeyondAscii, hasSingleFraming } from './message-length.ts';
import { heedsExpect } from './heeds-expect.ts';
import {
  answersInOrder,
  closesAsRequested,
  closesOnlyAsAnnounced,
  hasNoUnrequestedAnswer,
  nextGetsOwnAnswer,
  nextIsUnauthorized,
  nextAlikeGetsAnswer,
} from './next-answer.ts';

const unread = { inconclusive: 'it was not read byte by byte' };
const wired = (onWire: Partial<OnWire>, more: Parameters<typeof answered>[0] = {}) => [answered({ ...more, onWire })];
const second = (status: number, body = '') => `HTTP/1.1 ${status} \r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('hasNoTrailingBytes', () => {
  it('takes an answer that ends where its framing says', () => {
    expect(hasNoTrailingBytes(wired({}))).toEqual([]);
    expect(hasNoTrailingBytes([answered()])).toEqual(unread);
  });
  it('shows what stands behind a body', () => {
    expect(hasNoTrailingBytes(wired({ rest: '}' }, { headers: [['Content-Length', '9']] }))).toEqual([
      {
        subject: 'bytes after the answer',
        expected: 'none',
        observed: '1 bytes, "}" (Content-Length: 9)',
        reference: 'RFC 9110 8.6',
      },
    ]);
  });
  it('knows that HEAD and 204 have no body', () => {
    expect(hasNoTrailingBytes(wired({ rest: '{}' }, { method: 'HEAD', headers: [] }))).toEqual([
      {
        subject: 'bytes after the answer',
        expected: 'none: HEAD has no body',
        observed: '2 bytes, "{}"',
        reference: 'RFC 9110 9.3.2',
      },
    ]);
    for (const status of [204, 304])
      expect(hasNoTrailingBytes(wired({ rest: '{}' }, { status, headers: [] }))).toEqual([
        {
          subject: 'bytes after the answer',
          expected: `none: a ${status} has no body`,
          observed: '2 bytes, "{}"',
          reference: 'RFC 9112 6.3',
        },
      ]);
  });
  it('shows every length that was given, and bytes as they came', () => {
    const headers = [
      ['content-length', '1'],
      ['x-length', '3'],
      ['Content-Length', '2'],
    ] as const;
    expect(hasNoTrailingBytes(wired({ rest: '\xff\0' }, { headers }))).toMatchObject([
      { observed: '2 bytes, bytes ff00 (Content-Length: 1, 2)' },
    ]);
  });
});

describe('isFramedOneWay and hasNoTransferCoding', () => {
  const length = ['Content-Length', '2'] as const;
  const coding = ['Transfer-Encoding', 'chunked'] as const;
  it('take one of the fields', () => {
    for (const headers of [[length], [coding], []]) expect(hasSingleFraming([answered({ headers })])).toEqual([]);
    expect(hasNoTransferCoding([answered({ headers: [length] })])).toEqual([]);
  });
  it('do not take what contradicts itself, or what HTTP/1.0 cannot read', () => {
    expect(hasSingleFraming([answered({ headers: [length, coding] })])).toEqual([
      {
        subject: 'framing',
        expected: 'one of the two fields',
        observed: 'Content-Length: 2 and Transfer-Encoding: chunked',
        reference: 'RFC 9112 6.2',
      },
    ]);
    expect(hasNoTransferCoding([answered({ headers: [coding] })])).toEqual([
      { subject: 'Transfer-Encoding', expected: 'none to HTTP/1.0', observed: 'chunked', reference: 'RFC 9112 6.1' },
    ]);
  });
});

describe('heedsExpect', () => {
  it('takes 100 before a success, a refusal without it, and HTTP/1.0 whatever it does', () => {
    expect(heedsExpect(wired({ interim: [100] }))).toEqual([]);
    expect(heedsExpect(wired({}, { status: 417 }))).toEqual([]);
    expect(heedsExpect(wired({ interim: [103] }, { status: 417 }))).toEqual([]);
    expect(heedsExpect(wired({ version: '1.0', interim: [100] }, { status: 400 }))).toEqual([]);
    expect(heedsExpect(wired({ version: '1.0', hasty: true }))).toEqual([]);
    expect(heedsExpect([answered()])).toEqual(unread);
  });
  it('sees that nothing came, and that 100 was followed by a refusal', () => {
    expect(heedsExpect(wired({ hasty: true }))).toEqual([
      {
        subject: 'Expect',
        expected: '100 Continue, or a final status',
        observed: 'nothing until the body was sent anyway',
        reference: 'RFC 9110 10.1.1',
      },
    ]);
    const [kind, expected] = [{ is: 'status', due: 'success' }, 'success, any 2xx'];
    const after = { subject: 'status after 100 Continue', expected, observed: 'status 400, no body', kind };
    expect(heedsExpect(wired({ interim: [100] }, { status: 400 }))).toEqual([after]);
  });
});

describe('nextIsNotLetIn', () => {
  it('takes a refusal, whatever else is no success, and the end of the connection', () => {
    for (const status of [401, 403, 404, 302]) expect(nextIsUnauthorized(wired({ rest: second(status) }))).toEqual([]);
    expect(nextIsUnauthorized(wired({ rest: '' }))).toEqual([]);
    expect(nextIsUnauthorized([answered()])).toEqual(unread);
  });
  it('sees who is let in by what went before', () => {
    expect(nextIsUnauthorized(wired({ rest: second(200, '{}') }))).toEqual([
      {
        subject: 'next answer',
        expected: 'a refusal, any 4xx: it came without a token, after one with it',
        observed: 'status 200, "{}"',
      },
    ]);
  });
  it('proves nothing where the first was let in no more than the second', () => {
    const because = 'the request with its token was no success (status 401)';
    expect(nextIsUnauthorized(wired({ rest: second(401) }, { status: 401 }))).toEqual({ inconclusive: because });
  });
});

describe('isBeyondAscii', () => {
  it('needs a letter that takes more than a byte', () => {
    expect(isBeyondAscii([answered({ body: '{"a":"é"}' })])).toEqual([]);
    expect(isBeyondAscii([answered({ body: '{"a":"e"}' })])).toEqual({
      inconclusive: 'the body is all ASCII, whose characters are bytes',
      isUnspecified: true,
    });
  });
});

it('nextOfTheSameIsAnswered takes the same once more, and no refusal', () => {
  const same = wired({ rest: second(200, '{"a":1}') }, { body: '{"a":1}' });
  expect(nextAlikeGetsAnswer(same)).toEqual([]);
  expect(nextAlikeGetsAnswer(wired({ rest: '' }))).toEqual([]);
  expect(nextAlikeGetsAnswer(wired({ rest: second(400) }))).toHaveLength(1);
});

describe('nextIsAnsweredForItself', () => {
  it('takes an answer of its own, and the end of the connection', () => {
    expect(nextGetsOwnAnswer(wired({ rest: second(200) }))).toEqual([]);
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    expect(nextGetsOwnAnswer(wired({ rest: interim + second(200) }))).toEqual([]);
    expect(nextGetsOwnAnswer(wired({ rest: '' }))).toEqual([]);
    expect(nextGetsOwnAnswer([answered()])).toEqual(unread);
  });
  it('sees the first answer once more', () => {
    const first = wired({ rest: second(200, '{"a":1}') }, { body: '{"a":1}' });
    expect(nextGetsOwnAnswer(first)).toEqual([
      {
        subject: 'next answer',
        expected: 'an answer to the second request',
        observed: String.raw`the first once more, "{\"a\":1}"`,
        reference: 'RFC 9112 9.3',
      },
    ]);
    expect(nextGetsOwnAnswer(wired({ rest: second(200, '{"b":1}') }, { body: '{"a":1}' }))).toEqual([]);
  });
  it('sees a refusal, and bytes that are no answer', () => {
    const expected = 'success, any 2xx, to a request that succeeds alone';
    const reference = 'RFC 9112 9.3';
    expect(nextGetsOwnAnswer(wired({ rest: second(400, 'Bad') }))).toEqual([
      { subject: 'next answer', expected, observed: 'status 400, "Bad"', reference },
    ]);
    const kind = { subject: 'answer', observed: 'not HTTP', due: 'response' };
    const mismatch = { subject: 'next answer', expected: 'an HTTP response', reference, kind };
    expect(nextGetsOwnAnswer(wired({ rest: 'body}' }))).toEqual([{ ...mismatch, observed: 'not HTTP: "body}"' }]);
    // Each byte of the wire is one character.
    expect(nextGetsOwnAnswer(wired({ rest: '\xc3\xa9' }))).toEqual([{ ...mismatch, observed: 'not HTTP: "é"' }]);
    const early = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    expect(nextGetsOwnAnswer(wired({ rest: early }))).toEqual([
      { ...mismatch, observed: `not HTTP: ${JSON.stringify(early)}` },
    ]);
  });
  it('takes an answer that is longer than what is kept of it', () => {
    const long = `HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n${'x'.repeat(wireBounds.restBytes)}`;
    const rest = long.slice(0, wireBounds.restBytes);
    expect(nextGetsOwnAnswer(wired({ rest, closed: false }))).toEqual([]);
    expect(nextIsUnauthorized(wired({ rest, closed: false }))).toMatchObject([
      { observed: expect.stringMatching(/^status 200, "xxx/) as unknown },
    ]);
    expect(answersInOrder(wired({ rest, closed: false }))).toEqual([]);
  });
  it('cannot tell behind more interim answers than are read', () => {
    const rest = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(65) + second(200);
    const unknown = { inconclusive: 'more than 64 interim answers, and no other' };
    for (const judge of [nextGetsOwnAnswer, nextIsUnauthorized, answersInOrder])
      expect(judge(wired({ rest }))).toEqual(unknown);
  });
  it('takes an answer without a length only where the connection ended with it', () => {
    const rest = 'HTTP/1.1 200 OK\r\n\r\nvoices';
    expect(nextGetsOwnAnswer(wired({ rest }))).toEqual([]);
    expect(nextGetsOwnAnswer(wired({ rest, closed: false }))).toMatchObject([
      { observed: `not HTTP: ${JSON.stringify(rest)}` },
    ]);
  });
});

describe('hasNothingUnasked', () => {
  const unasked = (observed: string) => [
    {
      subject: 'bytes after the answer',
      expected: 'nothing, since no other request was sent',
      observed,
      reference: 'RFC 9112 9.2',
    },
  ];
  it('takes one answer, and the 408 of a connection that idles', () => {
    expect(hasNoUnrequestedAnswer(wired({}))).toEqual([]);
    expect(hasNoUnrequestedAnswer(wired({ rest: second(408), closed: true }))).toEqual([]);
    expect(hasNoUnrequestedAnswer([answered()])).toEqual(unread);
  });
  it('shows what came besides', () => {
    expect(hasNoUnrequestedAnswer(wired({ rest: second(200, '{}') }))).toEqual(unasked('status 200, "{}"'));
    expect(hasNoUnrequestedAnswer(wired({ rest: '{}' }))).toEqual(unasked('"{}"'));
  });
});

describe('endsOnlyAsItSays', () => {
  it('takes a connection that is kept, or was said to close', () => {
    expect(closesOnlyAsAnnounced(wired({ rest: second(200) }))).toEqual([]);
    expect(closesOnlyAsAnnounced(wired({ closed: false }))).toEqual([]);
    for (const value of ['Close', 'Upgrade, close', 'close ,x'])
      expect(closesOnlyAsAnnounced(wired({}, { headers: [['Connection', value]] }))).toEqual([]);
    expect(closesOnlyAsAnnounced(wired({ version: '1.0' }))).toEqual([]);
  });
  it('sees one that ends unsaid', () => {
    const unsaid = [
      {
        subject: 'connection',
        expected: 'kept open, or Connection: close',
        observed: 'closed after a 401 without Connection: close',
        reference: 'RFC 9112 9.6',
      },
    ];
    expect(closesOnlyAsAnnounced(wired({}, { status: 401 }))).toEqual(unsaid);
    for (const value of ['unclosed', 'keep-alive', ''])
      expect(closesOnlyAsAnnounced(wired({}, { status: 401, headers: [['connection', value]] }))).toEqual(unsaid);
    const kept = { status: 401, headers: [['connection', 'keep-alive']] } as const;
    expect(closesOnlyAsAnnounced(wired({ version: '1.0' }, kept))).toEqual(unsaid);
  });
});

describe('endsAsAsked', () => {
  it('takes a connection that the service ended', () => {
    expect(closesAsRequested(wired({}))).toEqual([]);
    expect(closesAsRequested([answered()])).toEqual(unread);
  });
  it('sees one that stays open', () => {
    expect(closesAsRequested(wired({ closed: false }))).toEqual([
      {
        subject: 'connection',
        expected: 'closed after the answer, as Connection: close asks',
        observed: 'open 0.0 s after the request, its answer a 200',
        reference: 'RFC 9112 9.6',
      },
    ]);
  });
});

describe('answersInOrder', () => {
  const mismatch = {
    subject: 'answers to two requests at once',
    expected: 'success, then the answer for the unknown path',
  };
  it('takes both, and the first alone, and sees no order in the same twice', () => {
    for (const status of [204, 404, 499]) expect(answersInOrder(wired({ rest: second(status) }))).toEqual([]);
    expect(answersInOrder(wired({ rest: `HTTP/1.1 100 Continue\r\n\r\n${second(404)}` }))).toEqual([]);
    expect(answersInOrder(wired({}))).toEqual([]);
    expect(answersInOrder(wired({ rest: second(200) }))).toHaveProperty('inconclusive');
  });
  it('sees the second before the first', () => {
    expect(answersInOrder(wired({ rest: second(200) }, { status: 404 }))).toEqual([
      { ...mismatch, observed: '404, then 200', reference: 'RFC 9112 9.3.2' },
    ]);
    expect(answersInOrder(wired({}, { status: 404 }))).toEqual([
      { ...mismatch, observed: '404, then nothing', reference: 'RFC 9112 9.3.2' },
    ]);
  });
  it('sees an error in place of the second, and bytes that are no answer', () => {
    expect(answersInOrder(wired({ rest: second(500) }))).toEqual([
      { ...mismatch, observed: '200, then 500', reference: 'RFC 9112 9.3' },
    ]);
    expect(answersInOrder(wired({ rest: 'oops' }))).toEqual([
      { ...mismatch, observed: '200, then "oops"', reference: 'RFC 9112 9.3' },
    ]);
  });
});
