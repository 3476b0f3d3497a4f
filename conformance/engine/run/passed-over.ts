import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { probeNameOf } from '../../model/probe-names.ts';
import { plainChat } from '../../model/probes/plain-chat.ts';
import type { Run } from '../../model/run.ts';
import { isFromUnusableBot } from '../bot-that-chats.ts';

/** The bot that the run talked to, where bots before it in the list refused a plain chat. */
export function passedOverIn(exchanges: readonly Exchange[]): Pick<Run, 'passedOver'> {
  const chats = exchanges.filter((each) => probeNameOf(each) === plainChat.name);
  const refused = chats.filter(isFromUnusableBot);
  const taken = chats.find((each) => each.probe !== plainChat.name && isAccepted(each));
  const [first] = refused;
  if (first?.response.is !== 'answer' || taken === undefined) return {};
  const bots = new Set(refused.map(({ request }) => request.url)).size;
  return { passedOver: { bots, status: first.response.status, bot: segmentIn(taken.request.url) } };
}

function segmentIn(url: string): string {
  return /\/bots\/([^/]+)\/chat/.exec(url)?.[1] ?? '';
}
