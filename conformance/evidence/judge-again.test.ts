import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesOperation, startHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { behaviourWith, faults, validExcept, startService, type FaultId } from '../../fixtures/index.ts';
import { findsFault } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { everyCheck } from '../every.ts';
import { checks, observations } from '../index.ts';
import { checksNamed, verdictsIn } from '../judged-at.testing.ts';
import { judgeAgain } from './judge-again.ts';
import { ownToken } from '../checks/sessions/own-token.ts';
import { callsOfSteps } from '../walked.testing.ts';
import { attemptIdOf } from '../model/exchange-id.ts';
import { requestOf } from './recorded-calls.ts';
import { firstQuestion, questions } from '../model/probes/first-question.ts';
import { expectSameVerdicts, recordRun, type Told } from './recorded.testing.ts';

/** One fault in twelve: all of them take twelve times as long, with the same result. */
const someFaults = (Object.keys(faults) as readonly FaultId[]).filter((_, at) => at % 12 === 0);

const must = 'speech.speed/rejects-above-maximum';
const valid = validExcept();

describe('a recorded run judged again', () => {
  it('comes out the same on the valid service, every check of it', async () => {
    const told = await recordRun(valid, checks);
    expect(told.findings.every(({ verdict }) => verdict.is === 'pass' || verdict.is === 'inconclusive')).toBe(true);
    await expectSameVerdicts(told);
  });

  it('comes out the same where the workspace that was asked for first came last', async () => {
    const { url, token, otherToken, provisioner, close } = await startService({ seed: 1 });
    const answer = async (request: IncomingMessage): Promise<string> => {
      const body = await text(request);
      if (body.includes('"credits":2')) await sleep(150);
      return (
        await fetch(provisioner, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      ).text();
    };
    const late = createServer((request, response) => {
      answer(request).then(
        (said) => response.end(said),
        () => response.destroy(),
      );
    }).listen(0, '127.0.0.1');
    await once(late, 'listening');
    const { port } = late.address() as AddressInfo;
    const asked = { url, token, otherToken, provisioner: `http://127.0.0.1:${port}` };
    const told = await recordRun(valid, checksNamed('metering.counts/credits-for-chats'), asked);
    late.close();
    await close();
    expect(told.findings.map(({ verdict }) => verdict)).toEqual([{ is: 'pass' }]);
    await expectSameVerdicts(told);
  });

  it.each(someFaults)('comes out the same with %s', async (fault) => {
    const naming = checks.filter((check) => findsFault(check, fault));
    await expectSameVerdicts(await recordRun(behaviourWith({ fault }), naming));
  });

  it.each(['chat', 'speech'])('comes out the same where a generated %s was made smaller', async (operation) => {
    const of = everyCheck.filter(({ id }) => id === `${operation}.generated/tells-types-apart`);
    const told = await recordRun(behaviourWith({ fault: of[0]?.fault ?? 'speed-clamped' }), of, { suite: everyCheck });
    expect(told.findings).toMatchObject([{ verdict: { is: 'fail' }, case: { smaller: true } }]);
    await expectSameVerdicts(told, everyCheck);
  });

  it('comes out the same where only the answer to another probe shows the mistake', async () => {
    const of = checks.filter(({ id }) => id.startsWith('chat.'));
    const told = await recordRun(behaviourWith({ fault: 'chat-cited-without-session' }), of);
    expect(told.findings.filter(({ verdict }) => verdict.is === 'fail')).toMatchObject([
      { check: 'chat.reply/carries-session-id', mismatches: [{ subject: 'sessionId' }] },
    ]);
    await expectSameVerdicts(told);
  });

  it('comes out the same where workspaces beside the first showed what a refusal was for', async () => {
    const long = checks.filter(({ id }) => id === 'metering.credit-balance/long-speech-costs-no-more-than-3');
    const variant = 'speech-refusal-403-when-spent';
    const told = await recordRun(behaviourWith({ fault: 'speech-priced-by-length', variant }), long);
    expect(told.findings.map(({ verdict }) => verdict.is)).toEqual(['fail']);
    await expectSameVerdicts(told);
  });

  it('comes out the same where each workspace has bots of its own', async () => {
    const metering = checks.filter(({ id }) => id.startsWith('metering.credit-balance'));
    await expectSameVerdicts(await recordRun(behaviourWith({ variant: 'bots-of-each-workspace' }), metering));
  });

  it('comes out the same where the spent workspace was made for it', async () => {
    const spent = checks.filter(({ id }) => id.startsWith('metering.spent-token'));
    const told = await recordRun(valid, spent, { spentToken: undefined });
    expect(told.findings.map(({ verdict }) => verdict.is)).toEqual(['pass']);
    await expectSameVerdicts(told);
  });

  it('comes out the same with a bot, fields and means of its own', async () => {
    const headers = [['X-Stage', 'a-secret-of-staging']] as const;
    const told = await recordRun(valid, checks, {
      bot: 'support',
      headers,
      otherToken: undefined,
      provisioner: undefined,
    });
    expect(told.record.exchanges[0]?.request.headers).toContainEqual(['X-Stage', '***']);
    await expectSameVerdicts(told);
  });

  it('comes out the same where ids hold the value of such a field', async () => {
    const behaviour = {
      ...valid,
      bots: ['acme-prod/helper', 'another'].map((botId) => ({ botId, name: 'Helper', description: 'Helps.' })),
      newSessionId: (nextId: () => string) => `acme-prod:${nextId()}`,
    };
    const told = await recordRun(behaviour, checks, { headers: [['X-Tenant', 'acme-prod']] });
    expect(told.findings.filter(({ verdict, level }) => level === 'MUST' && verdict.is !== 'pass')).toEqual([]);
    await expectSameVerdicts(told);
  });

  it('comes out the same where credits did not suffice', async () => {
    const told = await recordRun(valid, checks, { maxCredits: 40 });
    expect(verdictsIn(told.findings).filter((text) => text.includes('--max-credits'))).not.toEqual([]);
    await expectSameVerdicts(told);
  });

  it('comes out the same where no workspace could be had', async () => {
    const provisioned = checks.filter(({ probe }) => probe.needs.includes('provisioner'));
    const told = await recordRun(valid, provisioned, { provisioner: 'echo none >&2; exit 1' });
    expect(verdictsIn(told.findings).filter((text) => text.includes('the provisioner failed'))).not.toEqual([]);
    await expectSameVerdicts(told);
  });
});

describe('a recorded run behind a target that is out of order', () => {
  const hostiles: Hostile[] = [];
  afterAll(async () => {
    await Promise.all(hostiles.map((hostile) => hostile.close()));
  });
  it.each(['says nothing', 'closes', 'unavailable', 'ends lines in LF'] as const)(
    'comes out the same: %s',
    async (kind) => {
      const service = await startService({ seed: 1 });
      const hostile = await startHostile(kind, { behind: service.url, on: matchesOperation('speech') });
      hostiles.push(hostile);
      const speech = checksNamed(must, 'speech.request/accepts-least', 'voices.list/needs-no-token');
      await expectSameVerdicts(
        await recordRun(valid, speech, { url: hostile.url, token: service.token, timeoutMs: 300 }),
      );
      await service.close();
    },
  );
});

describe('a record that does not hold what its verdicts rest on', () => {
  let told: Told;
  beforeAll(async () => {
    told = await recordRun(valid, checksNamed(must));
  });
  const again = async (change: (exchanges: readonly Exchange[]) => readonly Exchange[]): Promise<readonly string[]> => {
    const exchanges = change(told.record.exchanges);
    const { findings, neverSent } = await judgeAgain({ ...told.record, exchanges }, checks, observations);
    return [...verdictsIn(findings), ...neverSent];
  };
  const id = (): string => told.findings[0]?.exchanges[0] ?? '';
  const changed = (change: (exchange: Exchange) => Exchange) => (exchanges: readonly Exchange[]) =>
    exchanges.map((exchange) => (exchange.id === id() ? change(exchange) : exchange));

  it('proves nothing without its exchange', async () => {
    const said = await again((exchanges) => exchanges.filter((exchange) => exchange.id !== id()));
    expect(said).toEqual([`inconclusive: ${id()} is not among the exchanges`]);
  });
  it('proves nothing where the request is another than the check sends', async () => {
    const body = Buffer.from('{"text":"Hello","voice":"alloy","speed":99}');
    const said = await again(changed((exchange) => ({ ...exchange, request: { ...exchange.request, body } })));
    expect(said).toEqual([
      `inconclusive: ${id()} is not what this check sends: another body`,
      `${id()} is not what this build sends: another body`,
    ]);
  });
  it.each([
    ['another address', { url: 'http://127.0.0.1:1/v1/audio/speech' }],
    ['another method', { method: 'GET' }],
    ['other header fields', { headers: [] }],
    ['other raw bytes', { raw: 'GET / HTTP/1.1' }],
    ['another missing response that is judged', { noResponse: 'any' }],
  ] as const)('proves nothing where the request has %s', async (what, part) => {
    const said = await again(changed((exchange) => ({ ...exchange, request: { ...exchange.request, ...part } })));
    expect(said[0]).toMatch(new RegExp(`is not what this check sends: ${what}$`));
  });
  const askedFirst = (change: Partial<Exchange['request']>, at: Partial<Exchange> = {}): Promise<readonly string[]> => {
    const [call] = questions(true, 1);
    if (call === undefined) throw new Error('nothing is asked first');
    const asked = { probe: firstQuestion, call, asRecorded: call, place: 1 };
    return again((exchanges) => {
      const [{ role: _role, sentAs: _sentAs, ...any }] = exchanges as [Exchange];
      const probe = { probe: firstQuestion.name, operation: 'voices', place: 1, attempt: 1 } as const;
      const exchange = { ...any, ...probe, ...at };
      const request = { ...requestOf(asked, any, told.record.header), ...change };
      return [...exchanges, { ...exchange, id: attemptIdOf(exchange), request }];
    });
  };
  it('takes a first question only as this build asks it, and no more often', async () => {
    const [id, sent] = [`${firstQuestion.name}#1`, 'is not what this build sends'];
    expect(await askedFirst({})).toEqual(['pass']);
    expect(await askedFirst({}, { attempt: 12 })).toEqual(['pass']);
    const url = 'http://evil.test/v1/audio/voices';
    expect(await askedFirst({ url })).toEqual(['pass', `${id} ${sent}: another address`]);
    expect(await askedFirst({ method: 'POST' })).toEqual(['pass', `${id} ${sent}: another method`]);
    const unasked = 'is among the exchanges, and no check asks for it';
    expect(await askedFirst({}, { place: 10 })).toEqual(['pass', `${firstQuestion.name}#10 ${unasked}`]);
    expect(await askedFirst({}, { attempt: 13 })).toEqual(['pass', `${id}.13 ${unasked}`]);
  });
  it('takes no more of what no check asks for than of what checks ask for', async () => {
    const [call] = callsOfSteps(ownToken, 200);
    if (call === undefined) throw new Error('no token is tried');
    const asked = { probe: ownToken, call, asRecorded: call, place: 1 };
    const withTries = (attempts: readonly number[]): Promise<readonly string[]> =>
      again((exchanges) => {
        const [{ role: _role, sentAs: _sentAs, ...any }] = exchanges as [Exchange];
        const tries = attempts.map((attempt): Exchange => {
          const exchange = { ...any, probe: ownToken.name, operation: call.operation, place: 1, attempt };
          return { ...exchange, id: attemptIdOf(exchange), request: requestOf(asked, any, told.record.header) };
        });
        return [...exchanges, ...tries];
      });
    const count = told.record.exchanges.length;
    expect(await withTries(Array.from({ length: count }, (_, at) => at + 1))).toEqual(['pass']);
    expect(await withTries(Array.from({ length: count + 1 }, (_, at) => at + 1))).toEqual([
      'pass',
      `no check asks for ${count + 1} of the exchanges, more than the ${count} that checks ask for: no run sends so many`,
    ]);
  });
  const saidBy = (agent: string) =>
    changed((exchange) => {
      const headers = exchange.request.headers.map(([name, value]) =>
        name === 'user-agent' ? ([name, agent] as const) : ([name, value] as const),
      );
      return { ...exchange, request: { ...exchange.request, headers } };
    });
  it('proves as much where another version of assay sent it, and nothing where none did', async () => {
    expect(await again(saidBy('assay/9.9.9 (+https://assay.example)'))).toEqual(['pass']);
    expect((await again(saidBy('another client')))[0]).toContain('other header fields');
  });
  it('proves nothing where it was for something else in its probe', async () => {
    const said = await again(changed((exchange) => ({ ...exchange, role: 'left' })));
    expect(said[0]).toBe(`inconclusive: ${id()} is not what this check sends: another role`);
  });
  it('fails where the answer shows what must not be', async () => {
    const said = await again(
      changed((exchange) => ({ ...exchange, response: { ...exchange.response, status: 200 } as Exchange['response'] })),
    );
    expect(said[0]).toMatch(/^fail: status: expected/);
  });
  it('says which exchanges nobody asks for', async () => {
    const [first] = told.record.exchanges;
    if (first === undefined) throw new Error('nothing was recorded');
    expect(await again((exchanges) => [...exchanges, { ...first, id: `${first.id}.2`, attempt: 2 }])).toEqual([
      'pass',
      `${first.id}.2 is among the exchanges, and no check asks for it`,
    ]);
  });
});
