import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { acceptsIdOfSecond, forgetsBesideAnother, remembersBesideAnother, secondRemembersToo } from './two-bots.ts';

const words = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb'] as const;
const turn = (bot: 0 | 1, message: string, reply: string, status = 200) => {
  const id = `bot ${bot}: ${message.slice(0, 8)}`;
  const exchange = answered({ operation: 'chat', id, sent: { message }, status, body: { reply } });
  return { ...exchange, request: { ...exchange.request, url: `http://a.test/v1/bots/${bot}/chat` } };
};
const list = answered({ operation: 'bots', body: {} });
const told = (bot: 0 | 1, says = true) => turn(bot, `Remember: ${words[bot]}`, says ? words[bot] : 'Yes.');
const asked = (bot: 0 | 1, knows: boolean, status = 200) =>
  turn(bot, 'Which words were they?', knows ? words[bot] : 'None.', status);
const cross = turn(0, 'Hello again!', 'Hello.');
const alone = { inconclusive: 'there is no second bot in the list to talk to', isUnspecified: true };

describe('two bots', () => {
  it('that remember pass', () => {
    const seen = [list, told(0), told(1), asked(0, true), asked(1, true), cross];
    for (const each of [acceptsIdOfSecond, remembersBesideAnother, secondRemembersToo]) expect(each(seen)).toEqual([]);
    expect(forgetsBesideAnother(seen, 1)).toBe(false);
  });
  it('of which the first forgets, as the second was talked to', () => {
    const seen = [list, told(0), told(1), asked(0, false), asked(1, true), cross];
    expect(remembersBesideAnother(seen)).toEqual([
      {
        subject: 'memory',
        expected: `the word ${words[0]}, told in bot 0: Remember, as it does where no other bot is talked to`,
        observed: 'bot 0: Which wo without it',
        exchange: 'bot 0: Which wo',
      },
    ]);
  });
  it('of which the second never remembers, though it repeats', () => {
    const seen = [list, told(0), told(1), asked(0, true), asked(1, false), cross, asked(1, false), asked(1, false)];
    expect(forgetsBesideAnother(seen, 1)).toBe(true);
    expect(secondRemembersToo(seen)).toEqual([
      {
        subject: 'memory',
        expected: `the word ${words[1]}, told in bot 1: Remember, as the first bot knew its own`,
        observed: 'bot 1: Which wo without it',
        exchange: 'bot 1: Which wo',
      },
    ]);
    expect(secondRemembersToo(seen.slice(0, 6))).toHaveProperty('isUnspecified', true);
    expect(secondRemembersToo(seen.with(2, told(1, false)))).toHaveProperty('isUnspecified', true);
  });
  it('of which the second refuses its own id', () => {
    const seen = [list, told(0), told(1), asked(0, true), asked(1, false, 404)];
    expect(acceptsIdOfSecond(seen)).toEqual([
      {
        subject: 'status of the turn with the second bot',
        expected: 'success, any 2xx',
        observed: 'status 404',
        exchange: 'bot 1: Which wo',
      },
    ]);
  });
  it('say nothing where there is one', () => {
    for (const each of [acceptsIdOfSecond, remembersBesideAnother, secondRemembersToo])
      expect(each([list, told(0)])).toEqual(alone);
  });
});
