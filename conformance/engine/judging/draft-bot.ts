import { botIdsIn } from '../../bodies/bots.ts';
import { pathSegment } from '../../contract/path-segment.ts';
import type { Exchange } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import type { Evidence, Judged } from './judge.ts';

/** How a bot is refused that is listed and takes no chats: a draft, or one that was put away. */
const statusesOfDrafts = [409, 423];
/** One for others too; beside a control it may be what is not covered that is refused so. */
const statusesOfBots = [403, ...statusesOfDrafts];
/** Who came without a token, or with nothing left, was refused for that, whatever the bot is. */
const ofTheCaller = [401, 402];

/**
 * What the first bot of a list refuses may say nothing of the service (4.1: what is listed besides bots to talk to is not
 * shown). Where it refused each chat of a check so, and took none of the control, nobody is accused: another bot tells.
 */
export async function unlessOfADraft(
  judged: Judged,
  own: Evidence,
  control: Evidence | undefined,
  listed: (() => Promise<Evidence>) | undefined,
): Promise<Judged> {
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
