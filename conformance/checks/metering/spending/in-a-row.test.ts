import { describe, expect, it } from 'vitest';
import { applyCharge } from '../../../../fixtures/service/metering.ts';
import { valid, withFault, type Behaviour } from '../../../../fixtures/index.ts';
import { checksNamed } from '../../../judged-at.testing.ts';
import { wholeRunOn } from '../../../judged.testing.ts';

const ids = [
  'what-few-credits-refuse',
  'bad-chat',
  'bad-stream',
  'chat-that-is-cut-off',
  'chat-with-no-such-bot',
  'stream-with-no-such-bot',
  'chat-without-bearer',
  'list-of-bots',
  'list-of-voices',
  'HEAD-and-OPTIONS',
];
const inRow = checksNamed(...ids.map((id) => `metering.uncharged/${id}`));

async function told(behaviour: Behaviour) {
  const { findings, exchanges } = await wholeRunOn(behaviour, inRow);
  const sent = exchanges.filter(({ probe }) => probe === inRow[0]?.probe.name);
  const failed = findings.filter(({ verdict }) => verdict.is !== 'pass').map(({ check }) => check.split('/')[1]);
  return { failed, sent: sent.length };
}

describe('what costs nothing, in a row', () => {
  it('takes one workspace where the service charges for none of it', async () => {
    expect(new Set(inRow.map(({ probe }) => probe)).size).toBe(1);
    expect(await told(valid)).toEqual({ failed: [], sent: 16 });
  });
  it('takes one each where the row is charged, and tells which it was', async () => {
    expect(await told(withFault('bots-listing-charged'))).toMatchObject({
      failed: ['what-few-credits-refuse', 'list-of-bots'],
    });
    expect(await told(withFault('unknown-bot-charged'))).toMatchObject({
      failed: ['what-few-credits-refuse', 'chat-with-no-such-bot'],
    });
  });
  it('fails as a row where each is free by itself, and the fourth refusal of a workspace is not', async () => {
    const refused = new Map<unknown, number>();
    const chargesRefused: Behaviour['chargesRefused'] = (_refusal, operation, account) => {
      if (operation === 'speech') return false;
      refused.set(account, (refused.get(account) ?? 0) + 1);
      if (refused.get(account) === 4)
        applyCharge(account, { use: 'chat', from: 'credits', amount: Math.min(1, account.balance.credits) });
      return false;
    };
    expect(await told({ ...valid, chargesRefused })).toMatchObject({ failed: ['what-few-credits-refuse'] });
  });
});
