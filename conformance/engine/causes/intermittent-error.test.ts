import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure } from './causes.testing.ts';
import { intermittentErrorIn } from './intermittent-error.ts';

const error = { error: { code: 'internal_error', message: 'Internal error' } };
/** Requests of which each fails once; `same` of the `failing` requests are also accepted once. */
const recorded = (same: number, failing = 4) =>
  Array.from({ length: failing }, (_, at) => [
    answered({ id: `wrong#${at}`, operation: 'chat', status: 500, body: error, sent: { message: `${at}` } }),
    answered({ id: `right#${at}`, operation: 'chat', sent: { message: at < same ? `${at}` : `another ${at}` } }),
  ]).flat();

describe('a server error that comes and goes', () => {
  const shown = (check: string, id: string, expected: string) => ({
    ...failure(check),
    mismatches: [{ subject: 'status', expected, observed: 'status 500', exchange: id }],
  });
  const failures = [
    shown('metering.a/b', 'wrong#0', '402: no credits'),
    shown('chat.text/c', 'wrong#1', 'any but 5xx'),
    shown('sessions.d/e', 'wrong#2', 'success'),
  ];
  const causes = (all: ReturnType<typeof recorded>, of = failures) =>
    causesOf(of, { judged: new Set(), known: [], unsteady: intermittentErrorIn(all) });

  it('is one cause, wherever it shows, with how many answers it is', () => {
    const [cause, ...others] = causes(recorded(3));
    expect(others).toEqual([]);
    expect(cause?.checks).toHaveLength(3);
    expect(cause?.title).toBe('a server error that comes and goes: 500 internal_error in 4 of 8 answers');
    expect(cause?.counted).toBe(
      'It comes and goes: 4 of 8 answers to chat requests are 500 internal_error, and 3 of these requests were accepted at another time, so that one request may show nothing.',
    );
  });
  it('is none where those requests always fail, or another answer is shown', () => {
    expect(causes(recorded(2))).toHaveLength(3);
    const other = { ...failures[2], ...shown('sessions.d/e', 'right#2', 'success') };
    expect(checksIn(causes(recorded(3), [...failures.slice(0, 2), other]))).toHaveLength(2);
  });
  it('is one where one request got both, and others failed whose like was mostly accepted', () => {
    const accepted = (sent: object, at: number) => answered({ id: `taken#${at}`, operation: 'chat', sent });
    const calm = Array.from({ length: 5 }, (_, at) => accepted({ message: `calm ${at}` }, at));
    const [cause, ...others] = causes([...recorded(1), ...calm]);
    expect(others).toEqual([]);
    expect(cause?.counted).toBe(
      'It comes and goes: 4 of 13 answers to chat requests are 500 internal_error, and 4 of these requests or others that differ in their words alone were accepted at another time, so that one request may show nothing.',
    );
    expect(causes([...recorded(0), ...calm])).toHaveLength(3);
    expect(causes(recorded(1))).toHaveLength(3);
  });
  const onceMore = (all: readonly ReturnType<typeof shown>[], seen: ReturnType<typeof recorded>) =>
    causesOf(all, { judged: new Set(), known: [], unsteady: intermittentErrorIn(seen, all) });
  const cameOtherwise = (finding: ReturnType<typeof shown>) => ({
    ...finding,
    mismatches: finding.mismatches.map((mismatch) => ({
      ...mismatch,
      answers: { wrong: 1, judged: 2, comesAndGoes: true as const },
    })),
  });
  it('is one where two of them came to something else when they were sent once more, the first of which shows it', () => {
    const [one, two, three] = failures;
    if (one === undefined || two === undefined || three === undefined) throw new Error('three fail');
    const [cause, ...others] = onceMore([one, cameOtherwise(two), cameOtherwise(three)], recorded(0));
    expect(others).toEqual([]);
    expect(cause?.checks[0]).toBe(two.check);
    expect(cause?.counted).toBe(
      'It comes and goes: 4 of 8 answers to chat requests are 500 internal_error, and 2 of these requests were answered otherwise at another time, so that one request may show nothing.',
    );
    expect(onceMore([one, two, cameOtherwise(three)], recorded(0))).toHaveLength(3);
  });
  const chat = (id: string, sent: unknown, status = 500) =>
    answered({ id, operation: 'chat', status, body: status < 500 ? {} : error, sent });
  const nothing = shown('chat.request/e', 'empty#1', 'a refusal, any 4xx');
  it('is no reason of what no other request like it got rid of', () => {
    const empty = chat('empty#1', {});
    const [first, second] = causes([...recorded(3), empty], [...failures, nothing]);
    expect(first?.checks).toHaveLength(3);
    expect(second?.checks).toEqual(['chat.request/e']);
    expect(second?.counted).toBeUndefined();
    expect([first, second].map((cause) => cause?.comesAndGoes)).toEqual([true, undefined]);
    // For another operation nothing shows that the error comes and goes, though its answer may be the same.
    const speech = { ...chat('empty#1', { message: 'a' }), operation: 'speech' as const };
    expect(causes([...recorded(3), speech], [...failures, nothing])).toHaveLength(2);
  });
  it('is the reason where one like it was answered or refused otherwise, or what shows the same is', () => {
    const like = [chat('empty#1', { sessionId: 'session-1' }), chat('full#1', { sessionId: 'session-2' }, 404)];
    expect(causes([...recorded(3), ...like], [...failures, nothing])).toHaveLength(1);
    const unlike = shown('chat.request/f', 'alone#1', 'a refusal, any 4xx');
    const alone = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => chat(`alone#${at}`, { message: null }));
    const [once, often] = [alone.slice(0, 1), alone];
    const calm = Array.from({ length: 90 }, (_, at) => chat(`calm#${at}`, { message: 'a' }, 200));
    const all = [...recorded(3), ...like, ...calm];
    expect(causes([...all, ...once], [...failures, nothing, unlike])).toHaveLength(1);
    // Eight requests of a kind would not all get the error by chance.
    expect(causes([...all, ...often], [...failures, nothing, unlike])).toHaveLength(2);
  });
});
