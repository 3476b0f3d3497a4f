import { describe, expect, it } from 'vitest';
import { startService, withFault, type FaultId } from '../../fixtures/index.ts';
import { everyCheck } from '../every.ts';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import { judgeTarget } from '../judged-at.testing.ts';
import type { Check } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { nonceOf } from '../model/nonce.ts';
import { mostRequests } from './shrink-in-check.ts';

function checkOf(id: string): Check {
  const check = everyCheck.find((each) => each.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return check;
}

async function judgedWith(fault: FaultId | undefined, id: string, seed = 1) {
  const service = await startService({ seed: 1, ...(fault === undefined ? {} : { behaviour: withFault(fault) }) });
  const { url, token, otherToken, provisioner } = service;
  const given = { token, otherToken, provisioner, seed, suite: everyCheck };
  try {
    const { findings, exchanges } = await judgeTarget(url, [checkOf(id)], given);
    const [finding] = findings;
    if (finding === undefined) throw new Error(`${id} was not judged`);
    return { finding, exchanges, smaller: exchanges.filter(({ probe }) => / case \d+ smaller \d+$/.test(probe)) };
  } finally {
    await service.close();
  }
}

const rejects = checkOf('speech.generated/rejects-invalid');

describe('a generated case that fails in a check', () => {
  it('is made smaller in a few requests, and then shown and sent again', async () => {
    const id = 'chat.generated/tells-types-apart';
    // The first case that fails with this seed is longer than a failure needs.
    const { finding, exchanges, smaller } = await judgedWith(checkOf(id).fault, id, 4);
    expect(finding.verdict.is).toBe('fail');
    expect(finding.case).toEqual({ index: expect.any(Number), of: 8, smaller: true });
    expect(finding.mismatches[0]?.exchange).toBe(finding.reproduces);
    expect(finding.exchanges.at(-1)).toBe(finding.reproduces);
    expect(finding.reproduce).toMatch(/^curl .*--data-raw '\{"message":[^,}]*\}'/);
    expect(smaller.length).toBeGreaterThan(0);
    expect(smaller.length).toBeLessThanOrEqual(mostRequests);
    const first = exchanges.find((each) => each.id === finding.exchanges[(finding.case?.index ?? 0) - 1]);
    const last = exchanges.find((each) => each.id === finding.reproduces);
    expect(last?.request.body.length).toBeLessThan(first?.request.body.length ?? 0);
  });
  it('uses up no more than was set aside for it', async () => {
    const { finding, smaller } = await judgedWith(rejects.fault, rejects.id);
    expect(finding.verdict.is).toBe('fail');
    expect(rejects.shrinking?.costs).toEqual({ chats: 0, speeches: 2 });
    expect(smaller).toHaveLength(2);
  });
  it('stays as it is where nothing more may be sent', async () => {
    const { finding, exchanges } = await judgedWith(rejects.fault, rejects.id);
    const input = { is: 'invalid', because: expect.stringMatching(/^\w+ .*2\.5/) };
    expect(finding.input).toEqual(input);
    const at = (finding.case?.index ?? 0) - 1;
    const seen = exchanges.filter(({ id }) => id === finding.exchanges[at]);
    const asked: string[] = [];
    const nonce = (label: string) => nonceOf(1, rejects.probe.name, label);
    const smallest = await rejects.shrinking?.smallestOf(
      { seen, judged: async () => [], index: at, nonce },
      noting(asked),
    );
    expect(smallest).toEqual({ because: 'nothing more could be sent', input });
    expect(asked).toEqual([`${rejects.probe.name} case ${at + 1} smaller 1`]);
  });
  it('costs a valid service no request', async () => {
    const { finding, smaller } = await judgedWith(undefined, rejects.id);
    expect(finding.verdict.is).toBe('pass');
    expect(finding.case).toBeUndefined();
    expect(smaller).toEqual([]);
  });
  it('is left alone where it got no answer, or was made by another part of a run', async () => {
    const asked: string[] = [];
    const nonce = (label: string) => nonceOf(1, rejects.probe.name, label);
    const smallestOf = async (exchange: Exchange) =>
      rejects.shrinking?.smallestOf({ seen: [exchange], judged: async () => [], index: 0, nonce }, noting(asked));
    expect(await smallestOf(answered({ operation: 'speech' }))).toEqual({
      because: 'it was sent in an earlier part of the run',
    });
    const { exchanges } = await judgedWith(undefined, rejects.id);
    const first = exchanges.find(({ probe }) => probe === rejects.probe.name);
    if (first === undefined) throw new Error('it was sent');
    expect(await smallestOf({ ...unanswered('timeout', 'speech'), request: first.request })).toEqual({
      because: 'it got no answer, and each smaller one might be waited for as long',
      input: { is: 'invalid', because: expect.any(String) },
    });
    expect(asked).toEqual([]);
  });
});

describe('a generated conversation that fails in a check', () => {
  const conversation = checkOf('sessions.generated/accepts-valid');

  it('is told by its place, and made smaller to the turns that it takes', async () => {
    // The first conversation that fails with this seed has more turns than a failure needs.
    const { finding, smaller } = await judgedWith('session-not-accepted', conversation.id, 3);
    expect(finding.verdict.is).toBe('fail');
    const own = finding.case?.exchanges ?? [];
    expect(finding.case).toEqual({ index: expect.any(Number), of: 12, smaller: true, exchanges: own });
    // The first turn that continues the session shows the failure.
    expect(own.length).toBeGreaterThan(1);
    expect(finding.exchanges.slice(-own.length)).toEqual(own);
    expect(own).toContain(finding.reproduces);
    expect(finding.mismatches[0]?.exchange).toBe(finding.reproduces);
    expect(finding.reproduce).toBe(`npx assay reproduce . ${conversation.id}`);
    expect(smaller.length).toBeLessThanOrEqual(mostRequests);
    const credits = smaller.filter(({ response }) => response.is === 'answer' && response.status < 300).length;
    expect(credits).toBeLessThanOrEqual(6);
  });
  it('becomes the one request that shows it, where that is enough', async () => {
    const { finding } = await judgedWith('bot-id-unusable', conversation.id);
    expect(finding.case).toMatchObject({ smaller: true });
    expect(finding.case?.exchanges).toBeUndefined();
    expect(finding.reproduce).toMatch(/^curl /);
  });
});

describe('a generated use of a workspace that fails in a check', () => {
  it('is told by its place, with why it is as it was sent', async () => {
    const check = checkOf('metering.generated/charges-as-listed');
    const { finding, smaller } = await judgedWith(check.fault, check.id);
    const asSent = expect.stringMatching(
      /^each smaller one spends a workspace .* assay fuzz --only metering.generated/,
    );
    const own = finding.case?.exchanges ?? [];
    expect(finding.case).toEqual({ index: expect.any(Number), of: 5, asSent, exchanges: own });
    expect(finding.ledger?.every(({ exchange }) => own.includes(exchange))).toBe(true);
    expect(check.shrinking?.costs).toEqual({ chats: 0, speeches: 0 });
    expect(smaller).toEqual([]);
  });
});

function noting(asked: string[]) {
  return async ({ name }: { readonly name: string }) => {
    asked.push(name);
    return undefined;
  };
}
