import { chatCall } from '../../model/calls.ts';
import type { Probe } from '../../model/probe.ts';
import { minimalMessage } from './probes.ts';

/** Most altered ids that are tried. */
const mostAltered = 3;

/**
 * Chats with bots whose ids contain all, or nearly all, of a listed id: a service that searches for a part of the id
 * finds a bot.
 */
export function chatWithAlteredBots(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation} with bot ids that are nearly one that was given out`,
    needs: ['token', 'bot'],
    costs: { chats: mostAltered, speeches: 0 },
    isCases: true,
    steps: [({ bot }) => alteredIds(bot).map((id) => chatCall(operation, id, minimalMessage))],
  };
}

/** Neither a word nor a number: an id that contains it belongs to no other bot, listed or not. */
const added = 'zq7zq7';

/**
 * Ids of no bot. Nothing is added behind base64 padding, where a decoder may stop. Only random ids are cut: a shortened
 * name or number, such as `help` of `helper`, may be the id of another bot on another page of the list.
 */
export function alteredIds(id: string): readonly string[] {
  const behind = id.replace(/=*$/, (padding) => `${added}${padding}`);
  return [behind, `${added}${id}`, ...(isDrawn(id) ? [id.slice(0, -1)] : [])];
}

/** Letters and digits in turn, as in a UUID or a ULID, which no name with a number behind it has. */
const drawn = /^(?=[0-9A-Za-z]{12}$).*\d[A-Za-z]+\d+[A-Za-z]+\d/;

function isDrawn(id: string): boolean {
  return drawn.test(id.slice(-12));
}
