import { describe, expect, it } from 'vitest';
import type { FoundBot } from '../model/known-bot.ts';
import { listBots } from '../model/probes/standard-probes.ts';
import { isWorkspaceBotsProbe, workspaceBots, workspaceBotsProbe } from './workspaces-and-bots.ts';

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

it('the probes that ask for the bots of a workspace are known by their names, each by its own', () => {
  const names = [1, 2, 10].map((number) => workspaceBotsProbe(number).name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !isWorkspaceBotsProbe(name))).toEqual([]);
  const [name = ''] = names;
  const others = [listBots('workspace').name, listBots('token').name, `whether ${name}`, `${name} anew 1`];
  expect(others.filter(isWorkspaceBotsProbe)).toEqual([]);
});
