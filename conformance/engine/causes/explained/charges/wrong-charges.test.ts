import { describe, expect, it } from 'vitest';
import { faults } from '../../../../../fixtures/faults/index.ts';
import { valid, validExcept, type Behaviour } from '../../../../../fixtures/index.ts';
import { everyCheck } from '../../../../every.ts';
import { answered } from '../../../../expectations/sample-exchange.testing.ts';
import { runOnService } from '../../../../judged.testing.ts';
import type { Exchange, Operation } from '../../../../model/exchange.ts';
import { isoOf } from '../../../../model/moment.ts';
import { placeholders, type Workspace } from '../../../../model/probe.ts';
import type { Finding } from '../../../../model/run.ts';
import { findingWith } from '../../../run/sample-finding.testing.ts';
import { causesOf } from '../../causes.ts';
import { accountsIn, workspacesByProbe } from './accounts.ts';
import { lostChargesIn } from './lost-charges.ts';
import { wrongChargesIn } from './wrong-charges.ts';

const made = workspacesByProbe(everyCheck);
type Read = Parameters<typeof accountsIn>;
const wrongIn = (...[exchanges, failed, own]: Read) => wrongChargesIn(failed, () => accountsIn(exchanges, failed, own));
const lostIn = (...[exchanges, failed, own]: Read) =>
  lostChargesIn(exchanges, failed, () => accountsIn(exchanges, failed, own));
const some = /^metering\.(credit-balance|counts|enterprise|forms)\//;

async function causesOn(behaviour: Behaviour) {
  const run = await runOnService(
    behaviour,
    everyCheck.filter(({ id }) => some.test(id)),
  );
  const failed = run.findings.filter(({ verdict }) => verdict.is === 'fail');
  const explained = wrongIn(run.exchanges, failed, made);
  const judged = new Set(run.findings.map(({ check }) => check));
  return { failed, causes: causesOf(failed, { judged, known: [], explained }) };
}

describe('a price that is wrong', () => {
  it('is one cause of all that meet it, titled by it, with the plainest check first', async () => {
    const { failed, causes } = await causesOn(validExcept(faults['speech-costs-two'].change));
    expect(causes.map(({ title }) => title)).toEqual(['a speech costs at most 2 credits, expected 3']);
    expect(failed.length).toBeGreaterThan(2);
    expect(causes[0]?.checks[0]).toBe('metering.credit-balance/two-credits-buy-no-speech');
  });
  it('is told beside another, each as a cause of its own', async () => {
    const priceOf: Behaviour['priceOf'] = (use, kind, asked) =>
      kind === 'credit-balance' ? (use === 'chat' ? 2 : 4) : valid.priceOf(use, kind, asked);
    const { causes } = await causesOn({ ...valid, priceOf });
    expect(causes.map(({ title }) => title)).toEqual([
      'a chat, streamed or not, costs 2 credits, expected 1',
      'a speech costs 4 credits, expected 3',
    ]);
    expect(causes[1]?.checks.some((check) => causes[0]?.checks.includes(check))).toBe(false);
  });
  it('is none where a use of one form alone has another', async () => {
    const { causes } = await causesOn(validExcept(faults['speech-with-instructions-free'].change));
    expect(causes.filter(({ title }) => title.includes(' costs '))).toEqual([]);
  });
  it('is none where a plan is never used: that is told', async () => {
    const { causes } = await causesOn(validExcept(faults['pooled-included-ignored'].change));
    expect(causes.map(({ title }) => title)).toEqual([
      'a chat or a speech never uses what a plan includes: it is refused, or paid with credits',
    ]);
    expect(causes[0]?.checks[0]).toMatch(/^metering\.enterprise\/included-\w+-is-covered$/);
  });
  it('is none where a plan covers one use more than it includes: that is told, and where some is included', async () => {
    const { failed, causes } = await causesOn(validExcept(faults['pooled-speech-covered-by-none-left'].change));
    expect(causes.map(({ title }) => title)).toEqual(['a speech is covered once more than a plan includes']);
    expect(failed.map(({ check }) => check)).toContain('metering.enterprise/included-chat-pays-no-speech');
    expect(causes[0]?.checks[0]).toBe('metering.enterprise/included-speeches-end');
  });
});

const beganMs = 1_700_000_000_000;

/** A workspace with this many credits, and its requests in turn with what came: `chat 200`. */
function spent(
  name: string,
  credits: number,
  asked: readonly string[],
  comesAndGoes = false,
): { readonly exchanges: readonly Exchange[]; readonly finding: Finding } {
  const workspace: Workspace = { kind: 'credit-balance', credits };
  const exchanges = asked.map((each, at): Exchange => {
    const [operation = '', status] = each.split(' ');
    const exchange = answered({ id: `${name}#${at + 1}`, operation: operation as Operation, status: Number(status) });
    const headers = [['Authorization', `Bearer ${placeholders.workspace}`]] as const;
    return {
      ...exchange,
      probe: name,
      startedAt: isoOf(beganMs + 100 * at),
      request: { ...exchange.request, headers },
    };
  });
  const last = exchanges.at(-1)?.id ?? '';
  const row = { price: '', balance: '', expected: '', observed: '' };
  const answers = comesAndGoes ? { answers: { wrong: 1, judged: 2, comesAndGoes } as const } : {};
  const finding = findingWith('fail', {
    check: `metering.a/${name}`,
    exchanges: exchanges.map(({ id }) => id),
    ledger: exchanges.map(({ id, operation }) => ({
      ...row,
      exchange: id,
      use: operation,
      workspace,
      ...(id === last ? { parts: true as const } : {}),
    })),
    mismatches: [{ subject: 'status', expected: 'so', observed: 'otherwise', exchange: last, ...answers }],
  });
  return { exchanges, finding };
}

describe('what an attempt costs that was refused for now', () => {
  it('is told as that', () => {
    const all = [
      spent('a', 1, ['bots 429', 'bots 200', 'chat 402']),
      spent('b', 2, ['chat 429', 'chat 200', 'chat 402']),
      spent('c', 1, ['stream 503', 'stream 402']),
    ];
    const right = spent('d', 2, ['chat 200', 'stream 200', 'chat 402']);
    const exchanges = [...all, right].flatMap((each) => each.exchanges);
    const [told] = wrongIn(
      exchanges,
      all.map(({ finding }) => finding),
      new Map([['d', { kind: 'credit-balance', credits: 2 }]]),
    );
    expect(told?.title).toBe('an attempt that was refused for now costs 1 credit, expected nothing');
    expect(all.map(({ finding }) => told?.shownIn(finding).says)[0]).toBe(
      'All answers in 3 workspaces whose requests were sent one after the other fit one rule: an attempt that was refused for now costs 1 credit, expected nothing.',
    );
  });
});

describe('what a use takes that nothing covers', () => {
  const titleOf = (all: readonly ReturnType<typeof spent>[]): string | undefined =>
    wrongIn(
      all.flatMap(({ exchanges }) => exchanges),
      all.map(({ finding }) => finding),
      new Map([['right', { kind: 'credit-balance', credits: 1 }]]),
    )[0]?.title;
  const right = spent('right', 1, ['chat 200', 'chat 402']);
  it('is told as that, whatever stands between', () => {
    const all = [
      spent('a', 2, ['speech 402', 'chat 400', 'stream 200', 'chat 402']),
      spent('b', 2, ['stream 200', 'speech 402', 'speech 400', 'chat 402']),
      spent('c', 2, ['speech 402', 'chat 200', 'chat 402']),
    ];
    expect(titleOf([...all, right])).toBe(
      'a use that the balance does not cover takes 1 credit of what is left, expected nothing',
    );
  });
  it('may be all, or the end of what is served: it looks the same', () => {
    const all = [
      spent('a', 2, ['speech 402', 'chat 402']),
      spent('b', 2, ['speech 402', 'stream 402']),
      spent('c', 3, ['chat 200', 'speech 402', 'chat 402']),
    ];
    expect(titleOf([...all, right])).toBe(
      'a use that the balance does not cover takes all that is left, or ends what is served, expected nothing',
    );
  });
});

describe('a last credit that is never spent', () => {
  it('is one cause, also of the balance that looks smaller', () => {
    const all = [
      spent('a', 1, ['chat 402']),
      spent('b', 2, ['stream 200', 'chat 402']),
      spent('c', 3, ['speech 402']),
      spent('d', 5, ['speech 200', 'chat 200', 'stream 402']),
    ];
    const right = spent('right', 3, ['chat 200', 'chat 200', 'chat 402']);
    const begun = findingWith('fail', {
      check: 'metering.credit-balance/balance-is-as-asked-for',
      mismatches: [{ subject: 'chats that were covered', expected: '2', observed: '1' }],
    });
    const [told] = wrongIn(
      [...all, right].flatMap(({ exchanges }) => exchanges),
      [begun, ...all.map(({ finding }) => finding)],
      new Map([['right', { kind: 'credit-balance', credits: 3 }]]),
    );
    expect(told?.title).toBe('the last credit is never spent: a use is refused where just what it costs is left');
    expect([begun, ...all.map(({ finding }) => finding)].map((each) => told?.has(each))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('charges that are lost now and then', () => {
  const all = [
    spent('a', 1, ['chat 200', 'chat 200'], true),
    spent('b', 3, ['speech 200', 'chat 200']),
    spent('c', 2, ['chat 200', 'stream 200', 'stream 200']),
  ];
  const right = spent('d', 1, ['chat 200', 'chat 402']);
  const exchanges = [...all, right].flatMap((each) => each.exchanges);
  const failed = all.map(({ finding }) => finding);
  const ofRight = new Map<string, Workspace>([['d', { kind: 'credit-balance', credits: 1 }]]);
  it('are one cause, counted in the workspaces that were spent, and no wrong price', () => {
    expect(wrongIn(exchanges, failed, ofRight)).toEqual([]);
    const lost = lostIn(exchanges, failed, ofRight);
    expect(lost?.title).toBe('not every use is charged: 3 of 4 workspaces kept credits that they had used up');
    expect(failed.map((finding) => lost?.has(finding))).toEqual([true, true, true]);
    expect(lost?.leadOf(failed, new Map())).toBe(failed[0]);
    expect(failed.map((finding) => lost?.shownIn(finding).says)[0]).toBe(
      'It comes and goes: 3 of 4 workspaces kept credits that they had used up, and the same uses were charged in the others, so that what was asked for has nothing to do with it. Several processes that each keep balances of their own would look so.',
    );
  });
  it('are not told where nothing comes and goes', () => {
    const steady = spent('a', 1, ['chat 200', 'chat 200']).finding;
    expect(lostIn(exchanges, [steady, ...failed.slice(1)], ofRight)).toBeUndefined();
  });
});
