import { describe, expect, it } from 'vitest';
import { startService, withFault, type FaultId } from '../../fixtures/index.ts';
import { everyCheck } from '../every.ts';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import { judgedAt } from '../judged-at.testing.ts';
import type { Check } from '../model/check.ts';
import { nonceOf } from '../model/nonce.ts';
import { mostTries } from './shrink-in-check.ts';

function checkOf(id: string): Check {
  const check = everyCheck.find((each) => each.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return check;
}

async function judgedWith(fault: FaultId | undefined, id: string) {
  const service = await startService({ seed: 1, ...(fault === undefined ? {} : { behaviour: withFault(fault) }) });
  const { url, token, otherToken, provisioner } = service;
  const given = { token, otherToken, provisioner, seed: 1, suite: everyCheck };
  try {
    const { findings, exchanges } = await judgedAt(url, [checkOf(id)], given);
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
    const { finding, exchanges, smaller } = await judgedWith(checkOf(id).fault, id);
    expect(finding.verdict.is).toBe('fail');
    expect(finding.case).toEqual({ index: expect.any(Number), of: 20, smaller: true });
    expect(finding.mismatches[0]?.exchange).toBe(finding.reproduces);
    expect(finding.exchanges.at(-1)).toBe(finding.reproduces);
    expect(finding.reproduce).toMatch(/^curl .*--data-raw '\{"message":[^,}]*\}'/);
    expect(smaller.length).toBeGreaterThan(0);
    expect(smaller.length).toBeLessThanOrEqual(mostTries);
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
    const at = (finding.case?.index ?? 0) - 1;
    const exchange = exchanges.find(({ id }) => id === finding.exchanges[at]);
    if (exchange === undefined) throw new Error('it was sent');
    const asked: string[] = [];
    const ask = async ({ name }: { readonly name: string }) => {
      asked.push(name);
      return undefined;
    };
    const nonce = (label: string) => nonceOf(1, rejects.probe.name, label);
    expect(await rejects.shrinking?.smallestOf({ exchange, at, nonce }, ask, async () => [])).toBeUndefined();
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
    const ask = async ({ name }: { readonly name: string }) => {
      asked.push(name);
      return undefined;
    };
    const nonce = () => 'a word';
    for (const exchange of [answered({ operation: 'speech' }), unanswered('timeout', 'speech')])
      expect(await rejects.shrinking?.smallestOf({ exchange, at: 0, nonce }, ask, async () => [])).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
