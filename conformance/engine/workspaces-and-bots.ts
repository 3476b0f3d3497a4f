import { reasonIn } from '../model/reason.ts';
import { botIdsIn, noBotText } from '../bodies/bots.ts';
import { classify } from '../classification/classify.ts';
import { maskedExchange, isSuccessStatus, type Exchange } from '../model/exchange.ts';
import { renamedProbe } from '../model/probe-names.ts';
import type { FoundBot, KnownBot } from '../model/known-bot.ts';
import type { Reason } from '../model/run.ts';
import { workspacePlaceholder, type WorkspaceRequest, type Probe } from '../model/probe.ts';
import { listBots } from '../model/probes/standard-probes.ts';
import type { ProbeResult } from './judging/judge.ts';
import type {
  FindWorkspaceBot,
  ProbeContext,
  ProbeRunnerParts,
  Stopped,
  WorkspaceOrder,
} from './probe-runner-parts.ts';

// Gets what a probe needs before it can be sent: a workspace of its own, and a bot to talk to.

/**
 * Opens the workspaces that a step asked for: returns the context with their tokens and bots, or why one of them could
 * not be opened.
 */
export async function withWorkspaces(
  probe: Probe,
  own: ProbeContext,
  { make }: WorkspaceRequest,
  parts: ProbeRunnerParts,
): Promise<ProbeContext | Stopped> {
  const opening = Object.entries(make).map(async ([name, workspace]) => {
    const order = { workspace, probe: probe.name, name, turn: own.turn, needsBot: true };
    return { name, opened: await openWorkspace(order, parts) };
  });
  const tokens: Record<string, string> = { ...own.tokens };
  const bots: Record<string, KnownBot> = { ...own.bots };
  // In the order of the step, not in that of arrival: the next step builds its requests from it, also when the run is
  // judged again.
  for (const { name, opened } of await Promise.all(opening)) {
    if ('stopped' in opened) return opened;
    tokens[workspacePlaceholder(name)] = opened.token;
    bots[name] = opened.bot;
  }
  return { ...own, tokens, bots };
}

type OpenWorkspace = { readonly token: string; readonly bot: KnownBot };

/** Opens a fresh workspace with a bot to talk to. The outcome is noted, as no exchange of the probe shows it. */
export async function openWorkspace(order: WorkspaceOrder, parts: ProbeRunnerParts): Promise<OpenWorkspace | Stopped> {
  const opened = await opening(order, parts);
  const { probe, name } = order;
  parts.note({
    is: 'workspace',
    probe,
    name,
    ...('stopped' in opened ? opened.stopped : maskedBot(opened.bot)),
  });
  return opened;
}

async function opening(order: WorkspaceOrder, parts: ProbeRunnerParts): Promise<OpenWorkspace | Stopped> {
  const outcome = await parts.makeWorkspace(order);
  if (outcome.is === 'failed') return { stopped: reasonIn(outcome) };
  const { token, botId } = outcome.workspace;
  if (botId !== undefined || !order.needsBot) return { token, bot: knownBot(botId ?? '', parts.mask(botId ?? '')) };
  const found = await parts.findBotOf(token, order.turn);
  return 'because' in found ? { stopped: found } : { token, bot: found };
}

/** A bot with the id that the target knows, and the id as it is kept. */
function knownBot(bot: string, keptAs: string | undefined): KnownBot {
  return keptAs === undefined || keptAs === bot ? { bot } : { bot, keptAs };
}

export function maskedBot({ bot, keptAs }: KnownBot): KnownBot {
  return { bot: keptAs ?? bot };
}

/**
 * Whether bots belong to workspaces is not shown (4.1). The first workspace is asked for its list: if it has the bot of
 * the run, or no bot, the bots are taken to be shared. Otherwise each workspace is asked for its own list. Its bot at
 * the place of the run's bot is the likeliest to take chats; to try one would use up what the workspace has.
 */
export function workspaceBots(
  common: () => Promise<FoundBot>,
  placeOfCommon: () => Promise<number>,
  botsListedFor: (token: string, turn: number) => Promise<readonly KnownBot[]>,
): FindWorkspaceBot {
  let areShared: Promise<boolean> | undefined;
  const areSharedWith = async (token: string, turn: number): Promise<boolean> => {
    const [found, bots] = await Promise.all([common(), botsListedFor(token, turn)]);
    return bots.length === 0 || ('bot' in found && bots.some(({ bot }) => bot === found.bot));
  };
  return async (token, turn) => {
    areShared ??= areSharedWith(token, turn);
    if (await areShared) return common();
    const [bots, place] = [await botsListedFor(token, turn), await placeOfCommon()];
    return bots[place] ?? bots[0] ?? common();
  };
}

/**
 * Asks for the bots of the workspace of this number. It needs no workspace or slot of its own, as it is sent within a
 * probe that has both.
 */
export function workspaceBotsProbe(number: number): Probe {
  const list = listBots('workspace', { role: 'botListing' });
  return { ...list, needs: [], name: `list bots of workspace ${number}` };
}

/** True for a request of `workspaceBotsProbe`: a certificate need not account for it, as no check asks for it. */
export function isBotListing({ role }: Exchange): boolean {
  return role === 'botListing';
}

/** How the list of bots is asked for: `once` is shared with every check of the list, `again` is not. */
type Asking = {
  readonly once: () => Promise<ProbeResult>;
  readonly again: (probe: Probe) => Promise<ProbeResult>;
  readonly mask: (text: string) => string;
};

/** The bots of the list, or why no bot is known. */
export async function findListedBots(
  botList: Probe,
  asking: Asking,
): Promise<readonly [KnownBot, ...(readonly KnownBot[])] | Reason> {
  const listed = await listedBots(botList, asking);
  const [first, ...others] = botsListedIn(listed, asking.mask);
  if (first !== undefined) return [first, ...others];
  const [exchange] = listed.seen;
  if (exchange === undefined && listed.stopped !== undefined) return listed.stopped;
  const classification = exchange === undefined ? undefined : classify(exchange);
  if (classification?.is === 'outage') return reasonIn(classification);
  const listedNone = exchange === undefined ? 'it listed none' : noBotText(exchange);
  const came =
    classification !== undefined && 'mismatch' in classification ? classification.mismatch.observed : listedNone;
  return {
    because: `no bot is known from GET /v1/bots (${came}); name one with --bot`,
    about: { is: 'missing', what: 'bot', name: 'bot', advice: '--bot' },
  };
}

/** The listed bots, with the ids that the target knows and those that are kept. */
export function botsListedIn({ seen: [exchange] }: ProbeResult, mask: (text: string) => string): readonly KnownBot[] {
  if (exchange === undefined) return [];
  const bots = botIdsIn(exchange);
  const kept = botIdsIn(maskedExchange(exchange));
  return bots.map((bot, at) => knownBot(bot, kept.length === bots.length ? kept[at] : mask(bot)));
}

/**
 * Further requests for the list after a refusal. Three requests hardly ever all reach the same one of three servers
 * that does not know the token.
 */
const askedAgain = ['once more', 'a third time'] as const;

/** All chats of a run need one of these bots: a refusal of the list is asked about again before it is believed. */
async function listedBots(botList: Probe, { once, again }: Asking): Promise<ProbeResult> {
  let listed = await once();
  for (const time of askedAgain) {
    if (!listed.seen.some(isRefusedForGood)) return listed;
    const next = await again(renamedProbe(botList, `${botList.name} ${time}`));
    if (next.seen.length > 0) listed = next;
  }
  return listed;
}

/** True for a refusal other than "not now", which was retried already. */
function isRefusedForGood(exchange: Exchange): boolean {
  const { response } = exchange;
  return response.is === 'answer' && !isSuccessStatus(response.status) && classify(exchange).is === 'judgeable';
}
