import { botIdsIn } from '../../bodies/bots.ts';
import { pathSegment } from '../../contract/path-segment.ts';
import type { Exchange } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import type { ProbeResult, CheckResult } from './judge.ts';

/** Statuses with which a service refuses chats to a listed bot: a draft, or an archived one. */
const statusesOfDrafts = [409, 423];
/**
 * 403 is for bots of somebody else. In a check with a control, 403 may also be the refusal of a use that is not
 * covered.
 */
const statusesOfBots = [403, ...statusesOfDrafts];
/** Statuses that refuse the caller, for a missing token or an empty balance, whatever the bot is. */
const ofTheCaller = [401, 402];

/**
 * Makes a failure inconclusive where the first bot of the list may be the reason: whether the list has only bots to
 * talk to is not shown (4.1). That bot has to have refused each chat of the check with such a status, and taken none of
 * the control. Another bot, given with `--bot`, tells.
 */
export async function unlessDraftBot(
  judged: CheckResult,
  own: ProbeResult,
  control: ProbeResult | undefined,
  listed: (() => Promise<ProbeResult>) | undefined,
): Promise<CheckResult> {
  if (judged.verdict.is !== 'fail' || listed === undefined) return judged;
  const statuses = control === undefined ? statusesOfBots : statusesOfDrafts;
  const isOfADraft = (exchange: Exchange): boolean => statuses.includes(statusOf(exchange) ?? 0);
  if (!own.seen.some((exchange) => isChat(exchange) && isOfADraft(exchange))) return judged;
  const [bot, ...others] = (await listed()).seen.slice(-1).flatMap(botIdsIn);
  if (bot === undefined || others.length === 0) return judged;
  const chats = [...own.seen, ...(control?.seen ?? [])].filter(
    (exchange) => isChat(exchange) && exchange.request.url.includes(`/${pathSegment(bot)}/`),
  );
  const isOfTheCaller = (exchange: Exchange): boolean => ofTheCaller.includes(statusOf(exchange) ?? 0);
  const refused = chats.find((exchange) => !isOfTheCaller(exchange));
  if (refused === undefined || !chats.every((each) => isOfADraft(each) || isOfTheCaller(each))) return judged;
  const because = `the bot ${shownValue(bot)}, the first of ${others.length + 1} in the list, refuses chats with status ${statusOf(refused)}; name one that takes them with --bot`;
  return { verdict: { is: 'inconclusive', because }, mismatches: [] };
}

function isChat({ operation }: Exchange): boolean {
  return operation === 'chat' || operation === 'stream';
}

function statusOf({ response }: Exchange): number | undefined {
  return response.is === 'answer' ? response.status : undefined;
}
