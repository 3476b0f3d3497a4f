import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { botIdsAreStrings } from './bodies/carries-bots.ts';
import { carriesSessionId, sessionIdIn } from './bodies/carries-session-id.ts';
import { carriesVoices, listsEachVoiceOnce, listsTheSixVoices } from './bodies/carries-voices.ts';
import { hasErrorEnvelope } from './bodies/has-error-envelope.ts';
import { challengesWhere401, isUncoveredChat } from './statuses/has-status.ts';
import { isComplete } from './wire/is-complete.ts';
import { errorSaysJson, hasNoByteOrderMark, isJson, saysJson } from './bodies/is-json.ts';
import { isNoServerError, isRefusal } from './statuses/is-refusal.ts';
import { areSuccesses, isSuccess } from './statuses/is-success.ts';
import { answered } from './sample-exchange.testing.ts';

const six = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];

describe('isSuccess', () => {
  it('takes any 2xx', () => {
    for (const status of [200, 201, 202, 299]) expect(isSuccess([answered({ status })])).toEqual([]);
  });
  it('shows what came instead', () => {
    expect(isSuccess([answered({ status: 302, body: 'Moved' })])).toEqual([
      { subject: 'status', expected: 'success, any 2xx', observed: 'status 302, "Moved"' },
    ]);
  });
  it('judges the last answer only', () => expect(isSuccess([answered({ status: 500 }), answered()])).toEqual([]));
});

describe('areSuccesses', () => {
  it('holds each answer of a probe', () => {
    expect(areSuccesses([answered(), answered()])).toEqual([]);
    expect(areSuccesses([answered({ status: 404, id: 'chat#1' }), answered({ id: 'chat#2' })])).toMatchObject([
      { subject: 'status of chat#1', expected: 'success, any 2xx', observed: 'status 404, no body' },
    ]);
  });
});

describe('isRefusal', () => {
  it('takes any 4xx', () => {
    for (const status of [400, 404, 422, 499]) expect(isRefusal([answered({ status })])).toEqual([]);
  });
  it.each([
    [200, 'status 200 instead of a refusal, no body'],
    [500, 'status 500, no body'],
  ])('does not take %i', (status, observed) => {
    expect(isRefusal([answered({ status })])).toEqual([
      { subject: 'status', expected: 'a refusal, any 4xx', observed },
    ]);
  });
});

describe('isNoServerError', () => {
  it('takes success and refusal alike, and no 5xx', () => {
    expect(isNoServerError([answered()])).toEqual([]);
    expect(isNoServerError([answered({ status: 400 })])).toEqual([]);
    expect(isNoServerError([answered({ status: 500 })])).toEqual([
      { subject: 'status', expected: 'any but 5xx', observed: 'status 500, no body', reference: 'RFC 9110 15.6' },
    ]);
  });
});

describe('hasErrorEnvelope', () => {
  const error = { code: 'bad', message: 'Bad.' };
  const judged = (body: string | Readonly<Record<string, unknown>>) =>
    hasErrorEnvelope([answered({ status: 400, body })]);

  it('takes details of any kind, and none', () => {
    expect(judged({ error })).toEqual([]);
    for (const details of [null, 1, 'x', [], {}])
      expect(judged({ error: { ...error, details }, extra: true })).toEqual([]);
  });
  it('names every field that is wrong', () => {
    expect(judged({ error: { code: 7 } })).toEqual([
      { subject: 'error.code', expected: 'a string', observed: '7' },
      { subject: 'error.message', expected: 'a string', observed: 'none in {"code":7}' },
    ]);
  });
  it('misses the object', () => {
    expect(judged({ code: 'bad' })).toEqual([
      { subject: 'error', expected: 'an object', observed: 'none in {"code":"bad"}' },
    ]);
    expect(judged({ error: 'bad' })).toEqual([{ subject: 'error', expected: 'an object', observed: '"bad"' }]);
  });
  it('shows a body that is not JSON', () => {
    expect(judged('<html>')).toEqual([
      { subject: 'error body', expected: 'a JSON object with error', observed: '"<html>"' },
    ]);
  });
  it('says nothing of a success', () => {
    expect(hasErrorEnvelope([answered({ body: { error } })])).toEqual({
      inconclusive: 'the answer was not an error (status 200)',
    });
  });
});

describe('hasNoByteOrderMark', () => {
  it('takes text from the first byte on, and leaves what is no text to others', () => {
    expect(hasNoByteOrderMark([answered({ body: '{"a":"\uFEFF"}' })])).toEqual([]);
    expect(hasNoByteOrderMark([answered()])).toEqual([]);
    const headers = [['content-encoding', 'br']] as const;
    expect(hasNoByteOrderMark([answered({ headers, body: '\uFEFF{}' })])).toEqual([]);
  });
  it('shows the mark, and what follows it', () => {
    expect(hasNoByteOrderMark([answered({ body: '\uFEFF{"a":1}' })])).toEqual([
      {
        subject: 'body',
        expected: 'JSON text from the first byte on',
        observed: 'the byte order mark ef bb bf, then "{\\"a\\":1}"',
        reference: 'RFC 8259 8.1',
      },
    ]);
  });
  it('finds it below a content coding', () => {
    const headers = [['content-encoding', 'gzip']] as const;
    expect(hasNoByteOrderMark([answered({ headers, body: gzipSync('\uFEFF{}') })])).toHaveLength(1);
  });
});

describe('isJson and saysJson', () => {
  it('takes JSON text of any kind, compressed too', () => {
    expect(isJson([answered({ body: '[1]' })])).toEqual([]);
    expect(isJson([answered({ body: gzipSync('{}'), headers: [['content-encoding', 'gzip']] })])).toEqual([]);
  });
  it('shows what is none', () => {
    expect(isJson([answered({ body: 'nope' })])).toEqual([
      { subject: 'body', expected: 'JSON text', observed: '"nope"' },
    ]);
    expect(isJson([answered({ body: '' })])).toEqual([
      { subject: 'body', expected: 'JSON text', observed: 'an empty body' },
    ]);
  });
  it('names a body that is not what its coding says', () => {
    const body = answered({ body: '{}', headers: [['Content-Encoding', 'gzip']] });
    const observed = 'a body that is not gzip, as its Content-Encoding says: "{}"';
    expect(isJson([body])).toEqual([{ subject: 'body', expected: 'JSON text', observed }]);
  });
  it('takes every JSON media type and none at all', () => {
    for (const type of ['application/json; charset=utf-8', 'TEXT/JSON', 'application/problem+json']) {
      expect(saysJson([answered({ headers: [['content-type', type]] })])).toEqual([]);
    }
    expect(saysJson([answered({ headers: [] })])).toEqual([]);
  });
  it('does not take another type', () => {
    expect(saysJson([answered({ headers: [['content-type', 'text/html']] })])).toEqual([
      { subject: 'Content-Type', expected: 'application/json', observed: 'text/html', reference: 'RFC 9110 8.3' },
    ]);
  });
});

describe('errorSaysJson', () => {
  const labelled = (status: number, type: string) => [answered({ status, headers: [['content-type', type]] })];

  it('asks it of an error', () => {
    expect(errorSaysJson(labelled(402, 'application/json'))).toEqual([]);
    expect(errorSaysJson(labelled(402, 'text/html'))).toEqual([
      { subject: 'Content-Type', expected: 'application/json', observed: 'text/html', reference: 'RFC 9110 8.3' },
    ]);
  });
  it('does not judge a success', () => {
    expect(errorSaysJson(labelled(200, 'text/event-stream'))).toEqual({
      inconclusive: 'the answer was not an error (status 200)',
    });
  });
});

describe('isComplete', () => {
  it('takes a whole body, and one the probe left', () => {
    expect(isComplete([answered()])).toEqual([]);
    expect(isComplete([answered({ ending: 'left' })])).toEqual([]);
  });
  it('says how much came of a broken one', () => {
    const brokenBy = 'the size of a chunk is not a hexadecimal number, at "zz"';
    expect(isComplete([answered({ ending: 'broken', brokenBy, body: 'half' })])).toMatchObject([
      { observed: `${brokenBy}, after 4 bytes` },
    ]);
    expect(isComplete([answered({ ending: 'cut', body: 'half' })])).toEqual([
      {
        subject: 'body',
        expected: 'as long as its framing says',
        observed: 'the connection closed before the body was whole, after 4 bytes',
        reference: 'RFC 9112 8',
      },
    ]);
  });
});

describe('carriesSessionId', () => {
  it('takes any type, wherever it stands', () => {
    for (const body of [
      { sessionId: 'a' },
      { sessionId: 7 },
      { sessionId: { key: 'a' } },
      { sessionId: [false] },
      { data: { sessionId: 'b' } },
    ]) {
      expect(carriesSessionId([answered({ body })])).toEqual([]);
    }
  });
  it.each([
    [{ reply: 'hi' }, 'none in {"reply":"hi"}'],
    [{ sessionId: null }, 'null'],
    [{ sessionId: '' }, '""'],
    [{ sessionId: {} }, '{}'],
    [{ data: { sessionId: [] } }, '[]'],
  ])('does not take %j', (body, observed) => {
    expect(carriesSessionId([answered({ body })])).toEqual([
      { subject: 'sessionId', expected: 'a value that is not null and not empty', observed },
    ]);
  });
  it('does not hold against a reply what was sent as a sessionId, and given out by nobody', () => {
    const inconclusive = 'it returns the sessionId of its request';
    for (const sessionId of [{}, '', null])
      expect(carriesSessionId([answered({ body: { sessionId }, sent: { sessionId } })])).toEqual({ inconclusive });
    expect(carriesSessionId([answered({ body: { sessionId: '' }, sent: { sessionId: {} } })])).toMatchObject([{}]);
    expect(carriesSessionId([answered({ body: {}, sent: { sessionId: {} } })])).toMatchObject([{}]);
  });
  it('shows a reply that is not JSON', () => {
    expect(carriesSessionId([answered({ body: 'hi' })])).toEqual([
      { subject: 'reply', expected: 'JSON with a sessionId', observed: '"hi"' },
    ]);
  });
  it('keeps the type of the id', () => {
    expect(sessionIdIn(answered({ body: { sessionId: 7 } }))).toBe(7);
    expect(sessionIdIn(answered({ body: { sessionId: '7' } }))).toBe('7');
  });
});

describe('the voice list', () => {
  it('is an object with an array of strings, more than six welcome', () => {
    for (const expectation of [carriesVoices, listsTheSixVoices, listsEachVoiceOnce]) {
      expect(expectation([answered({ body: { voices: [...six, 'coral'], more: 1 } })])).toEqual([]);
    }
  });
  it('shows another shape', () => {
    const observed = '["alloy"]';
    expect(carriesVoices([answered({ body: ['alloy'] })])).toEqual([
      { subject: 'voices', expected: 'an array of strings in an object', observed },
    ]);
    expect(carriesVoices([answered({ body: 'alloy' })])).toEqual([
      { subject: 'voice list', expected: 'a JSON object with voices', observed: '"alloy"' },
    ]);
    expect(listsTheSixVoices([answered({ body: ['alloy'] })])).toEqual({
      inconclusive: 'the answer carries no list of voices',
    });
    expect(listsEachVoiceOnce([answered({ body: ['alloy'] })])).toEqual({
      inconclusive: 'the answer carries no list of voices',
    });
  });
  it('misses a name and sees a double', () => {
    expect(listsTheSixVoices([answered({ body: { voices: six.slice(1) } })])).toEqual([
      {
        subject: 'voices',
        expected: 'alloy, echo, fable, onyx, nova, shimmer among them',
        observed: 'alloy missing in echo, fable, onyx, nova, shimmer',
      },
    ]);
    expect(listsEachVoiceOnce([answered({ body: { voices: [...six, 'echo'] } })])).toEqual([
      { subject: 'voices', expected: 'each name once', observed: 'echo more than once' },
    ]);
  });
});

describe('botIdsAreStrings', () => {
  it('looks wherever a botId stands, and takes an empty list', () => {
    expect(botIdsAreStrings([answered({ body: [] })])).toEqual([]);
    expect(botIdsAreStrings([answered({ body: { data: { items: [{ botId: 'a' }, { botId: 'b' }] } } })])).toEqual([]);
  });
  it('looks at no other botId than those of listed bots', () => {
    const body = { filter: { botId: null }, bots: [{ botId: 'a', clonedFrom: { botId: null } }] };
    expect(botIdsAreStrings([answered({ body })])).toEqual([]);
  });
  it('names what is no string', () => {
    expect(botIdsAreStrings([answered({ body: [{ botId: 1 }, { botId: '' }] })])).toEqual([
      { subject: 'botId', expected: 'a string that is not empty', observed: '1' },
      { subject: 'botId', expected: 'a string that is not empty', observed: '""' },
    ]);
    expect(botIdsAreStrings([answered({ body: 'x' })])).toEqual({ inconclusive: 'the list is not JSON: "x"' });
  });
});

describe('statuses with duties', () => {
  it('a spent chat is 402 and nothing else', () => {
    expect(isUncoveredChat([answered({ status: 402 })])).toEqual([]);
    expect(isUncoveredChat([answered({ status: 403 })])).toEqual([
      { subject: 'status', expected: '402', observed: 'status 403, no body' },
    ]);
  });
  it('a 401 names the scheme', () => {
    expect(challengesWhere401([answered({ status: 403 })])).toEqual([]);
    expect(challengesWhere401([answered({ status: 401, headers: [['www-authenticate', 'Bearer']] })])).toEqual([]);
    expect(challengesWhere401([answered({ status: 401 })])).toEqual([
      {
        subject: 'WWW-Authenticate',
        expected: 'a challenge such as Bearer',
        observed: 'a 401 without it',
        reference: 'RFC 9110 15.5.2',
      },
    ]);
  });
});
