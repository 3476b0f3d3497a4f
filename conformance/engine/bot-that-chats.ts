import { classify } from '../classification/classify.ts';
import type { KnownBot } from '../model/known-bot.ts';
import { isAccepted, type Exchange } from '../model/exchange.ts';
import { restartedProbe } from '../model/probe-names.ts';
import { plainChat } from '../model/probes/plain-chat.ts';
import type { Probe } from '../model/probe.ts';
import type { ProbeResult } from './judging/judge.ts';

/** The bot of a run, its place in the list, and the plain chat with it. */
export type ChattingBot = { readonly bot: KnownBot; readonly place: number; readonly chat: ProbeResult };

/** Most bots that are asked for a plain chat: each chat costs a credit. */
const mostAsked = 5;

/** Statuses with which a service refuses chats to a listed bot: a draft, an archived bot, or a bot of somebody else. */
const statusesOfUnusable = [403, 404, 409, 422, 423];

/**
 * Returns the first listed bot that takes a plain chat: whether the list has only bots to talk to is not shown (4.1).
 * Only a status of `statusesOfUnusable` leads to the next bot. If no bot takes the chat, returns the first bot, so that
 * a fault of all bots is reported of that bot.
 */
export async function findChattingBot(
  [first, ...others]: readonly [KnownBot, ...(readonly KnownBot[])],
  ask: (probe: Probe, bot: KnownBot) => Promise<ProbeResult>,
): Promise<ChattingBot> {
  const ofFirst = { bot: first, place: 0, chat: await ask(plainChat, first) };
  if (!isUnusable(ofFirst.chat)) return ofFirst;
  for (const [at, bot] of others.slice(0, mostAsked - 1).entries()) {
    const place = at + 1;
    const chat = await ask(restartedProbe(plainChat, place), bot);
    if (chat.seen.some(isAccepted)) return { bot, place, chat };
  }
  return ofFirst;
}

function isUnusable({ seen }: ProbeResult): boolean {
  const last = seen.at(-1);
  return last !== undefined && isFromUnusableBot(last) && classify(last).is === 'judgeable';
}

export function isFromUnusableBot({ response }: Exchange): boolean {
  return response.is === 'answer' && statusesOfUnusable.includes(response.status);
}
