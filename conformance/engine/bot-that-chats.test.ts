import { expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { KnownBot } from '../model/known-bot.ts';
import { findChattingBot } from './bot-that-chats.ts';

const bots: [KnownBot, ...KnownBot[]] = [{ bot: 'a' }, ...['b', 'c', 'd', 'e', 'f'].map((bot) => ({ bot }))];

/** The bot that is found where the bots answer with these statuses, and how many chats were asked for. */
async function found(...statuses: readonly number[]) {
  const asked: string[] = [];
  const { bot, place } = await findChattingBot(bots, async ({ name }, each) => {
    asked.push(name);
    return { seen: [answered({ operation: 'chat', status: statuses[bots.indexOf(each)] ?? 409 })] };
  });
  return { bot: bot.bot, place, asked: new Set(asked).size };
}

it('the bot of a run is the first that is listed, and is asked once', async () => {
  expect(await found(200)).toEqual({ bot: 'a', place: 0, asked: 1 });
});

it.each([403, 404, 409, 422, 423])('one that refuses a plain chat with %d is passed over', async (status) => {
  expect(await found(status, 409, 200)).toEqual({ bot: 'c', place: 2, asked: 3 });
});

it.each([400, 401, 402, 429, 500, 503])('one that says %d is not: that is nothing of the bot', async (status) => {
  expect(await found(status, 200)).toEqual({ bot: 'a', place: 0, asked: 1 });
});

it('the first is kept where none of five takes a chat', async () => {
  expect(await found(409, 409, 409, 409, 409, 200)).toEqual({ bot: 'a', place: 0, asked: 5 });
});
