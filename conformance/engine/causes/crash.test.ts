import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure, knownFault } from './causes.testing.ts';
import { crashIn } from './crash.ts';

const operations = ['chat', 'voices', 'stream'] as const;
const headers: [string, string][] = [['authorization', 'Bearer ${ASSAY_TOKEN}']];

/** A request every 100 ms; each takes 50 ms. */
function run(statuses: readonly number[], raw: readonly number[] = []): readonly Exchange[] {
  return statuses.map((status, at) => {
    const operation = operations[at % 3] ?? 'chat';
    const exchange = answered({ id: `${at}#1`, status, operation });
    const request = { ...exchange.request, url: `http://a/${operation}`, headers, body: new Uint8Array() };
    return {
      ...exchange,
      startedAt: new Date(at * 100).toISOString(),
      request: raw.includes(at) ? { ...request, raw: 'GET' } : request,
      response: { ...exchange.response, endedAtMs: 50 },
    };
  });
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);
const crash = [...times(30, 200), 400, ...times(40, 500)];

function shownAt(check: string, ...places: readonly number[]) {
  const exchanges = places.map((at) => `${at}#1`);
  const exchange = exchanges.at(-1) ?? '';
  const [mismatch] = failure(check).mismatches;
  return {
    ...failure(check, { observed: `status ${check}` }),
    exchanges,
    mismatches: mismatch ? [{ ...mismatch, exchange }] : [],
  };
}

/** The checks of what a request does to later requests. */
const touching = new Set(['far', 'near', 'old', 'last'].map((name) => `transport.requests/${name}`));

function causes(exchanges: readonly Exchange[], known: Parameters<typeof causesOf>[1]['known'] = []) {
  const failures = [
    shownAt('chat.reply/before', 20),
    shownAt('speech.text/a', 50),
    shownAt('transport.requests/far', 28, 60),
    shownAt('transport.requests/near', 30, 32),
    shownAt('errors.envelope/b', 44, 45),
  ];
  const judged = new Set(failures.map(({ check }) => check));
  return causesOf(failures, { judged, known, crash: crashIn(exchanges, touching) });
}

describe('a service that answers nothing but server errors from one request on', () => {
  it('has one cause for all that fails from then on, led by what is about the request just before, and what failed before beside it', () => {
    const [first, ...others] = causes(run(crash, [30]));
    expect(first?.checks).toEqual([
      'transport.requests/near',
      'speech.text/a',
      'transport.requests/far',
      'errors.envelope/b',
    ]);
    expect(first?.since).toEqual({ request: 32, of: 71, failed: 40, before: '30#1' });
    expect(first?.title).toMatch(/^from about request 32 of 71 on no whole request succeeds: /);
    expect(checksIn(others)).toEqual([['chat.reply/before']]);
  });
  it('is still one where what is no whole request is refused, and is likened to what its lead is there to find', () => {
    const named = (check: string) => ({ ...knownFault(check, [check], ['speech.text/a']), failsAny: true });
    const known = ['transport.requests/far', 'transport.requests/near'].map(named);
    const [first] = causes(run(crash.with(66, 400), [30, 66]), known);
    expect(first?.since?.failed).toBe(39);
    expect(first?.likely.map(({ fault }) => fault)).toEqual(['transport.requests/near']);
  });
  it('has nothing just before it where what was sent is long ago, or is about something else', () => {
    const failures = [shownAt('transport.requests/old', 1, 32), shownAt('chat.reply/under-way', 30, 33)];
    const judged = new Set(failures.map(({ check }) => check));
    const at = crashIn(run(crash, [30]), touching);
    const [first] = causesOf(failures, { judged, known: [], crash: at });
    expect(first?.since).toEqual({ request: 32, of: 71, failed: 40 });
    const known = [{ ...knownFault('chat-upsets-all', ['chat.reply/under-way']), failsAny: true }];
    const [named] = causesOf(failures, { judged, known, crash: at });
    expect(named?.checks[0]).toBe('chat.reply/under-way');
    expect(named?.since?.before).toBe('30#1');
  });
  it('has just before it what came last, however long the first failure took', () => {
    const hung = run(crash, [30]).map((exchange, at) => {
      if (at < 31) return exchange;
      return { ...exchange, response: { ...exchange.response, endedAtMs: 30_000 } };
    });
    const failures = [shownAt('transport.requests/old', 1, 32), shownAt('transport.requests/last', 30, 33)];
    const [first] = causesOf(failures, { judged: new Set(), known: [], crash: crashIn(hung.slice(0, 52), touching) });
    expect(first?.since?.before).toBe('30#1');
  });
  it('comes behind what failed before and is heavier, and before what is as heavy', () => {
    const before = [shownAt('chat.reply/must', 20), { ...shownAt('voices.list/should', 21), level: 'SHOULD' as const }];
    const behind = { ...shownAt('speech.text/a', 50), level: 'SHOULD' as const };
    const order = (failures: typeof before) =>
      checksIn(causesOf(failures, { judged: new Set(), known: [], crash: crashIn(run(crash), touching) })).map(
        ([first]) => first,
      );
    expect(order([...before, behind])).toEqual(['chat.reply/must', 'speech.text/a', 'voices.list/should']);
    expect(order([...before, { ...behind, level: 'MUST' }])[0]).toBe('speech.text/a');
  });
  it('counts no request that need not be answered, that its client left, or whose answer passes a bound of assay', () => {
    const exchanges = run(crash).map((exchange, at): Exchange => {
      if (at < 67) return exchange;
      const because = at === 67 ? 'left' : at === 68 ? 'tooMuch' : 'timeout';
      const { request, response } = unanswered(because);
      return { ...exchange, response, request: at === 69 ? { ...request, noResponse: 'any' } : exchange.request };
    });
    expect(crashIn(exchanges, touching)).toMatchObject({ requestCount: 71, failed: 37 });
  });
  it.each([
    ['goes on answering', [...crash, 200]],
    ['fails at its very end only', [...times(30, 200), ...times(10, 500)]],
    ['failed as often before', [...Array.from({ length: 10 }, () => [200, 500, 500]).flat(), 200, ...times(40, 500)]],
    ['answers refusals', [...times(30, 200), ...times(40, 400)]],
  ])('is none that %s', (_, statuses) => {
    expect(crashIn(run(statuses))).toBeUndefined();
  });
  it('is none where nothing fails that was answered before', () => {
    const exchanges = run(crash).map((exchange, at) => ({
      ...exchange,
      request: { ...exchange.request, url: `http://a/${at}` },
    }));
    expect(crashIn(exchanges, touching)).toBeUndefined();
  });
});
