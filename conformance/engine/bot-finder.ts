import { botIdsIn, botlessWords } from '../bodies/bots.ts';
import { asKept, isSuccessStatus, type Exchange } from '../model/exchange.ts';
import type { FoundBot, KnownBot } from '../model/known-bot.ts';
import type { Probe } from '../model/probe.ts';
import { reasonIn } from '../model/reason.ts';
import { classify } from '../classification/classify.ts';
import type { Evidence } from './judging/judge.ts';
import { knownBot } from './probe-runner.ts';

/** How the list of bots is asked for: `once` is shared with every check of it, `again` is not. */
type Asking = {
  readonly once: () => Promise<Evidence>;
  readonly again: (probe: Probe) => Promise<Evidence>;
  readonly mask: (text: string) => string;
};

/** The first bot of a list, or why none is known. */
export async function findListedBot(botList: Probe, asking: Asking): Promise<FoundBot> {
  const listed = await listedBots(botList, asking);
  const [first] = botsListedIn(listed, asking.mask);
  if (first !== undefined) return first;
  const [exchange] = listed.seen;
  if (exchange === undefined && listed.stopped !== undefined) return listed.stopped;
  const classification = exchange === undefined ? undefined : classify(exchange);
  if (classification?.is === 'outage') return reasonIn(classification);
  const listedNone = exchange === undefined ? 'it listed none' : botlessWords(exchange);
  const came =
    classification !== undefined && 'mismatch' in classification ? classification.mismatch.observed : listedNone;
  return {
    because: `no bot is known from GET /v1/bots (${came}); name one with --bot`,
    about: { is: 'missing', what: 'bot', name: 'bot', advice: '--bot' },
  };
}

/** The bots of a list, by the ids that the target knows, and as they are kept. */
export function botsListedIn({ seen: [exchange] }: Evidence, mask: (text: string) => string): readonly KnownBot[] {
  if (exchange === undefined) return [];
  const bots = botIdsIn(exchange);
  const kept = botIdsIn(asKept(exchange));
  return bots.map((bot, at) => knownBot(bot, kept.length === bots.length ? kept[at] : mask(bot)));
}

/** All chats of a run are for one of these: one refusal is asked about once more before it is believed. */
async function listedBots(botList: Probe, { once, again }: Asking): Promise<Evidence> {
  const first = await once();
  if (!first.seen.some(isRefusedForGood)) return first;
  const second = await again({ ...botList, name: `${botList.name} once more` });
  return second.seen.length === 0 ? first : second;
}

/** Not a "not now", which was asked about again by then. */
function isRefusedForGood(exchange: Exchange): boolean {
  const { response } = exchange;
  return response.is === 'answer' && !isSuccessStatus(response.status) && classify(exchange).is === 'judgeable';
}
