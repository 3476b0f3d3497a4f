import { expect, it } from 'vitest';
import { startService, valid, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';

const held = checksNamed('metering.forms/no-cover-in-credit-balance');

async function told(behaviour: Partial<Behaviour>) {
  const { url, token, provisioner, close } = await startService({ behaviour });
  const { findings } = await judgeTarget(url, held, { token, provisioner, timeoutMs: 5_000 });
  await close();
  return findings;
}

const noPathFor = (isKept: (botId: string) => boolean): Partial<Behaviour> => ({
  botFor: (segment, among) => (isKept(segment) ? valid.botFor(segment, among) : refuse('unknown-path')),
});

it('is not said to go without cover where it answers no chat to anybody', async () => {
  const [finding] = await told(noPathFor((id) => id === 'support'));
  expect(finding?.verdict).toEqual({ is: 'pass' });
});

it('is compared with the same bot, wherever a list that changes its order has it', async () => {
  let lists = 0;
  const inTurn: Partial<Behaviour> = {
    botListBody: ([first, second, third]) => {
      lists += 1;
      return { bots: lists > 2 ? [first, third, second] : [first, second, third] };
    },
  };
  const [finding] = await told({ ...noPathFor((id) => id !== 'travel-guide'), ...inTurn });
  expect(finding?.verdict).toEqual({ is: 'pass' });
});

it('is found where it goes without cover', async () => {
  const [finding] = await told(withFault('second-bot-needs-no-cover'));
  expect(finding?.verdict.is).toBe('fail');
});
