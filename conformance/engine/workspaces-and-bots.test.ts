import { describe, expect, it } from 'vitest';
import type { FoundBot } from '../model/known-bot.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Probe } from '../model/probe.ts';
import { callsOfSteps } from '../walked.testing.ts';
import { listBots } from '../model/probes/standard-probes.ts';
import { isBotListing, workspaceBots, workspaceBotsProbe } from './workspaces-and-bots.ts';

const asked: string[] = [];

function botsWhere(common: FoundBot, lists: Readonly<Record<string, readonly string[]>>, place = 0) {
  asked.length = 0;
  return workspaceBots(
    async () => common,
    async () => place,
    async (token) => {
      asked.push(token);
      return (lists[token] ?? []).map((bot) => ({ bot }));
    },
  );
}

describe('the bot of a fresh workspace', () => {
  it('is the common one where the first workspace lists it, or lists nothing: the others are not asked', async () => {
    for (const list of [['a', 'common'], []]) {
      const botOf = botsWhere({ bot: 'common' }, { one: list });
      expect(await Promise.all([botOf('one', 1), botOf('two', 2)])).toEqual([{ bot: 'common' }, { bot: 'common' }]);
      expect(asked).toEqual(['one']);
    }
  });
  it('is its own where the first workspace has others', async () => {
    const botOf = botsWhere({ bot: 'common' }, { one: ['a'], two: ['b'] });
    expect([await botOf('one', 1), await botOf('two', 2)]).toEqual([{ bot: 'a' }, { bot: 'b' }]);
  });
  it('is that at the place of the common one, or the first where it has fewer', async () => {
    const botOf = botsWhere({ bot: 'common' }, { one: ['put away', 'a'], two: ['b'] }, 1);
    expect([await botOf('one', 1), await botOf('two', 2)]).toEqual([{ bot: 'a' }, { bot: 'b' }]);
  });
  it('is its own where there is no common one, and is not known where it has none either', async () => {
    const botOf = botsWhere({ because: 'none is listed' }, { one: ['a'] });
    expect([await botOf('one', 1), await botOf('two', 2)]).toEqual([{ bot: 'a' }, { because: 'none is listed' }]);
  });
});

it('the probes that ask for the bots of a workspace have names of their own, and their requests are known from others', () => {
  const probes = [1, 2, 10].map(workspaceBotsProbe);
  expect(new Set(probes.map(({ name }) => name)).size).toBe(probes.length);
  const areListings = (probe: Probe) =>
    callsOfSteps(probe, 200).map(({ role }) => isBotListing({ ...answered(), ...(role && { role }) }));
  expect(probes.flatMap(areListings)).toEqual([true, true, true]);
  expect(['workspace', 'token'].flatMap((as) => areListings(listBots(as as 'token')))).toEqual([false, false]);
});
