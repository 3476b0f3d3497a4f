import { expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../model/exchange.ts';
import { listBots } from '../model/probes/standard-probes.ts';
import { findListedBots } from './workspaces-and-bots.ts';
import type { ProbeResult } from './judging/judge.ts';

const of = (...seen: readonly Exchange[]): ProbeResult => ({ seen });
const listed = [{ bot: 'first' }, { bot: 'second' }];
const list = answered({ operation: 'bots', body: JSON.stringify([{ botId: 'first' }, { botId: 'second' }]) });
const refused = answered({ operation: 'bots', status: 404 });

/** The bots that are found where the list gets these answers, and which further requests for it were sent. */
async function found(
  first: ProbeResult,
  second: ProbeResult | readonly ProbeResult[] = [],
  mask = (text: string): string => text,
) {
  const again: string[] = [];
  const later = [second].flat();
  const bot = await findListedBots(listBots('token'), {
    mask,
    once: async () => first,
    again: async ({ name }) => {
      again.push(name);
      return later[again.length - 1] ?? of();
    },
  });
  return { bot, again };
}

it('the bots of a run are those that are listed', async () => {
  expect(await found(of(list))).toEqual({ bot: listed, again: [] });
});

it('a refused list is asked for once more, under a name of its own', async () => {
  expect(await found(of(refused), of(list))).toEqual({
    bot: listed,
    again: ['list bots as token once more'],
  });
});

it('one that is refused by one of several servers only is asked for a third time, and no more', async () => {
  const again = ['list bots as token once more', 'list bots as token a third time'];
  expect(await found(of(refused), [of(refused), of(list)])).toEqual({ bot: listed, again });
  expect((await found(of(refused), [of(refused), of(refused)])).again).toEqual(again);
});

it('no bot is known, with what came, where the list is refused for good or has none', async () => {
  const missing = { about: { is: 'missing', what: 'bot', name: 'bot', advice: '--bot' } };
  expect((await found(of(refused), of(refused))).bot).toMatchObject(missing);
  const none = answered({ operation: 'bots', body: '[]' });
  const { bot, again } = await found(of(none));
  expect(bot).toMatchObject(missing);
  expect(again).toEqual([]);
});

it('why the list was not asked for is why no bot is known', async () => {
  const stopped = { because: 'the credits are used up' };
  expect((await found({ ...of(), stopped })).bot).toEqual(stopped);
});
