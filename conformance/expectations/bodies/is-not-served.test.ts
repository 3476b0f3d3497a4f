import { describe, expect, it } from 'vitest';
import { areNotServed, isNotServed } from './is-not-served.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

const found = (observed: string) => [
  {
    subject: 'status',
    expected: 'no answer of the operation without a valid token',
    observed,
    kind: { is: 'status', due: 'refusal' },
  },
];
const events = [['Content-Type', 'text/event-stream']] as const;

describe('isNotServed', () => {
  it('takes whatever is not what the operation gives', () => {
    expect(isNotServed([answered({ operation: 'speech', status: 401, body: { audioBase64: 'aaaa' } })])).toEqual([]);
    expect(isNotServed([answered({ operation: 'speech', body: '<h1>Welcome</h1>' })])).toEqual([]);
    expect(isNotServed([answered({ operation: 'speech', body: { error: { code: 'x' } } })])).toEqual([]);
    expect(isNotServed([answered({ operation: 'chat', body: { audioBase64: 'aaaa' } })])).toEqual([]);
    expect(isNotServed([answered({ operation: 'stream', status: 307, headers: events })])).toEqual([]);
    expect(isNotServed([unanswered('dropped')])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
  it('finds a speech, a reply and a stream', () => {
    expect(isNotServed([answered({ operation: 'speech', body: { audioBase64: 'aaaa' } })])).toEqual(
      found('status 200 with 3 bytes of audio without a container'),
    );
    expect(isNotServed([answered({ operation: 'chat', status: 201, body: { sessionId: 's' } })])).toEqual(
      found('status 201, {"sessionId":"s"}'),
    );
    expect(isNotServed([answered({ operation: 'stream', headers: events })])).toEqual(found('status 200, no body'));
  });
});

it('a sessionId that is too long to be sent back is one that nobody without a token gets', () => {
  const sessionId = 'x'.repeat(70_000);
  expect(isNotServed([answered({ operation: 'chat', body: { sessionId } })])).toHaveLength(1);
});

describe('areNotServed', () => {
  it('asks it of each answer', () => {
    const served = answered({ id: 'p#2', operation: 'stream', headers: events });
    const refused = answered({ id: 'p#1', operation: 'stream', status: 401 });
    expect(areNotServed([refused])).toEqual([]);
    const presenting = (authorization: string) => ({
      ...served,
      request: { ...served.request, headers: [['Authorization', authorization]] as const },
    });
    expect(areNotServed([presenting('Bearer %'), presenting('Bearer eyJhbGciOiJub25lIn0.e30.')])).toMatchObject([
      { subject: 'status of p#2 with Authorization: Bearer %', kind: { is: 'status' } },
      { subject: 'status of p#2 with an unsigned JWT', kind: { is: 'status' } },
    ]);
    expect(areNotServed([refused, served, refused])).toMatchObject([
      { ...found('status 200, no body')[0], subject: 'status of p#2' },
    ]);
  });
});
