import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange, Operation } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { causesOf } from '../causes.ts';
import { checksIn, failure } from '../causes.testing.ts';
import { neverServedIn } from './never-served.ts';

const refusal = { error: { code: 'not_found', message: 'There is nothing here.' } };
const got = (
  id: string,
  operation: Operation,
  status: number,
  body: Readonly<Record<string, unknown>> = refusal,
): Exchange => answered({ id, operation, status, body, method: operation === 'voices' ? 'GET' : 'POST' });
const wants = (check: string, exchange: string, due: 'success' | 'refusal' = 'success'): Finding => {
  const expected = due === 'success' ? 'success, any 2xx' : 'a refusal';
  const shown = failure(check, { expected, observed: 'status 404' });
  const mismatches = shown.mismatches.map((mismatch) => ({ ...mismatch, exchange }));
  return { ...shown, mismatches, exchanges: [exchange] };
};

function toldOf(exchanges: readonly Exchange[], failed: readonly Finding[], hanging: ReadonlyMap<string, number>) {
  const exchangeOf = (id: string) => exchanges.find((each) => each.id === id);
  const explained = neverServedIn(exchanges, failed, hanging);
  const judged = new Set(failed.map(({ check }) => check));
  return causesOf(failed, { judged, known: [], exchangeOf, explained });
}

const session = wants('sessions.foreign-ids/answer-its-owner-next', 'a#1');
const plain = wants('stream.response/succeeds', 'b#1');
const spending = wants('metering.forms/turns-of-a-session', 'c#1', 'refusal');
const streams = ['a#1', 'b#1', 'c#1'].map((id) => got(id, 'stream', 404));
const hanging = new Map([['stream.response/succeeds', 70]]);

describe('an operation of which no request succeeds', () => {
  it('is one cause, whatever the checks that met it are about, and first what most others hang on', () => {
    const [cause, ...others] = toldOf([...streams, got('chat#1', 'chat', 200)], [session, spending, plain], hanging);
    expect(others).toEqual([]);
    expect(cause?.title).toBe('no streams at all: status 404 not_found');
    expect(cause?.counted).toBe(
      'All 3 requests for streams got this answer. Is there such a path, and does it take this method?',
    );
    expect(cause?.checks[0]).toBe(plain.check);
    expect(cause?.checks).toHaveLength(3);
  });
  it('is none where one request of it succeeded', () => {
    const causes = toldOf([...streams, got('d#1', 'stream', 200)], [session, plain], hanging);
    expect(causes.map(({ title }) => title)).not.toContain('no streams at all: status 404 not_found');
  });
  it('is one though its path answers another method', () => {
    const voices = ['needs-no-token', 'lists-the-six-to-a-caller'].map((name, at) =>
      wants(`voices.list/${name}`, `v#${at}`),
    );
    const served = wants('transport.requests/broken-off-body-does-no-harm', 'w#1');
    const asked = ['v#0', 'v#1', 'w#1'].map((id) => got(id, 'voices', 405));
    const options = got('x#1', 'voices', 204);
    const other = { ...options, request: { ...options.request, method: 'OPTIONS' } };
    const [cause, ...others] = toldOf(
      [...asked, other],
      [served, ...voices],
      new Map([['voices.list/needs-no-token', 18]]),
    );
    expect(others).toEqual([]);
    expect(cause?.checks[0]).toBe('voices.list/needs-no-token');
    expect(cause?.counted).toMatch(/^All 3 requests for lists of voices got this answer\./);
  });
  it('leaves apart what got another answer, or is about another operation', () => {
    const crash = wants('stream.request/null-is-no-server-error', 'e#1', 'refusal');
    const chat = wants('chat.request/accepts-least', 'f#1');
    const exchanges = [...streams, got('e#1', 'stream', 500, {}), got('f#1', 'chat', 404), got('g#1', 'chat', 200)];
    expect(checksIn(toldOf(exchanges, [session, plain, crash, chat], hanging))).toEqual([
      [plain.check, session.check],
      [crash.check],
      [chat.check],
    ]);
  });
  it('is one cause with others that get the same, and says how many got something else', () => {
    const voices = wants('voices.list/needs-no-token', 'v#1');
    const exchanges = [...streams, got('v#1', 'voices', 404), got('w#1', 'voices', 400)];
    const [cause, ...others] = toldOf(exchanges, [session, plain, voices], hanging);
    expect(others).toEqual([]);
    expect(cause?.title).toBe('no lists of voices or streams at all: status 404 not_found');
    expect(cause?.counted).toMatch(
      /^None of 5 requests for lists of voices or streams succeeded, and 4 got this answer\./,
    );
  });
  it('is told for no use that nothing covers, and for no single check', () => {
    expect(neverServedIn(streams, [plain], hanging)).toEqual([]);
    const spent = ['a#1', 'b#1'].map((id) => got(id, 'stream', 402));
    expect(neverServedIn(spent, [session, plain], hanging)).toEqual([]);
  });
});
