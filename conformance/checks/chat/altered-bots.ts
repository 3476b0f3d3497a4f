import { chatCall } from '../../model/calls.ts';
import type { Probe } from '../../model/probe.ts';
import { leastMessage } from './probes.ts';

/** So many ids at the most. */
const mostAltered = 3;

/** Chats with bots whose ids hold all, or nearly all, of one that was given out: a search by a part of it finds a bot. */
export function chatWithAlteredBots(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation} with bot ids that are nearly one that was given out`,
    needs: ['token', 'bot'],
    costs: { chats: mostAltered, speeches: 0 },
    isCases: true,
    steps: [({ bot }) => alteredIds(bot).map((id) => chatCall(operation, id, leastMessage))],
  };
}

/** No word, and no number: with these in it an id is that of no other bot, listed or not. */
const added = 'zq7zq7';

/**
 * Ids of no bot. Nothing is added behind the padding of base64, where a decoder may end. What is left of a name or a number
 * that is cut, `help` of `helper`, may be another bot's, on another page of the list: only ids that were drawn are cut.
 */
export function alteredIds(id: string): readonly string[] {
  const behind = id.replace(/=*$/, (padding) => `${added}${padding}`);
  return [behind, `${added}${id}`, ...(isDrawn(id) ? [id.slice(0, -1)] : [])];
}

/** Letters and digits by turns, as in a UUID or a ULID: no name with a number behind it is like that. */
const drawn = /^(?=[0-9A-Za-z]{12}$).*\d[A-Za-z]+\d+[A-Za-z]+\d/;

function isDrawn(id: string): boolean {
  return drawn.test(id.slice(-12));
}
