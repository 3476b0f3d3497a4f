import { describe, expect, it } from 'vitest';
import { valid, validExcept, type Behaviour, type Change } from '../fixtures/index.ts';
import type { Absence, Check } from './model/check.ts';
import { everyCheck } from './every.ts';
import { judgeService } from './judged.testing.ts';

/** Every check that passes because something did not happen. */
const absences = everyCheck.filter(({ absence }) => absence !== undefined);

const body = JSON.stringify({ error: { code: 'no', message: 'No.', details: {} } });
const json = { 'content-type': 'application/json' };

/** A perfect error object with this status, in the place of these answers. */
function refusing(status: number, isRefused: (operation?: string) => boolean): Partial<Behaviour> {
  const headers = status === 401 ? { ...json, 'www-authenticate': 'Bearer' } : json;
  return { throughEdge: (answer, _call, operation) => (isRefused(operation) ? { status, headers, body } : answer) };
}

const isOfInterface = (operation?: string): boolean => operation !== 'provision';
const isUse = (operation?: string): boolean => ['chat', 'stream', 'speech'].includes(operation ?? '');
const of = (...kinds: readonly Absence[]): readonly Check[] =>
  absences.filter(({ absence }) => absence !== undefined && kinds.includes(absence));

async function passedBy(change: Change, checks: readonly Check[]): Promise<readonly string[]> {
  const findings = await judgeService(validExcept(change), checks);
  return findings.filter(({ verdict }) => verdict.is === 'pass').map(({ check }) => check);
}

describe('a check that passes because something did not happen', () => {
  it('has a control: a control, or what its exchanges show', () => {
    const without = absences.filter(
      ({ control, positiveControl }) => control === undefined && positiveControl === undefined,
    );
    expect(without.map(({ id }) => id)).toEqual([]);
    expect(absences.length).toBeGreaterThan(100);
  });
  it('tells by which exchanges its control was seen, where it passes', async () => {
    const findings = await judgeService(valid, absences);
    const untold = findings.filter(({ verdict, controls = [] }) => verdict.is !== 'pass' || controls.length === 0);
    expect(untold).toEqual([]);
  });
});

describe('a service that does nothing', () => {
  it.each([
    ['answers 404 to everything', refusing(404, isOfInterface)],
    [
      'refuses every token with 401, its voices being public',
      refusing(401, (operation) => isOfInterface(operation) && operation !== 'voices'),
    ],
    ['answers 402 to every use', refusing(402, isUse)],
    ['answers 403 to every use', refusing(403, isUse)],
  ] as const)('and %s passes no check of an absence', async (_, change) => {
    expect(await passedBy(change, absences)).toEqual([]);
  });
});

describe('a service that answers streams with a web page', () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html>\n<h1>Welcome</h1>\n' };
  const change: Partial<Behaviour> = {
    throughEdge: (answer, _call, operation) => (operation === 'stream' ? page : answer),
  };
  const rules = everyCheck.filter(({ id, ofEvery }) => ofEvery !== undefined && id.startsWith('stream.'));
  it('passes no rule of how streams are written, since no stream came', async () => {
    const findings = await judgeService(validExcept(change), rules);
    expect(findings.filter(({ verdict }) => verdict.is === 'pass')).toEqual([]);
    const open = findings.find(({ check }) => check === 'stream.response/has-no-bare-lines');
    expect(open?.verdict).toMatchObject({ because: expect.stringContaining('no answer of this kind') as string });
    expect(rules.length).toBeGreaterThan(10);
  });
});

describe('a service that is deaf', () => {
  const conversations = of('isolation', 'foreignId');
  it('and answers everything with the same words passes no check of isolation, foreign ids or mixing', async () => {
    expect(await passedBy({ replyTo: () => 'Thank you.' }, of('isolation', 'foreignId', 'mixing'))).toEqual([]);
  });
  it('and ignores the sessionId passes none of isolation or foreign ids', async () => {
    expect(await passedBy({ findSession: () => undefined }, conversations)).toEqual([]);
  });
  it('and knows no second workspace passes no check of two', async () => {
    const second: Change = {
      accountFor: (token, accounts) => [...accounts.values()].slice(0, 1).find((one) => one.token === token),
    };
    const two = conversations.filter(({ probe }) => probe.needs.includes('otherWorkspace'));
    expect(await passedBy(second, two)).toEqual([]);
    expect(two).toHaveLength(14);
  });
  it('and charges nothing passes no check of what costs nothing', async () => {
    expect(await passedBy({ priceOf: () => 0 }, of('charge'))).toEqual([]);
  });
});
