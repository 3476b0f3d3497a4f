import type { Expectation } from '../core/check.ts';
import type { Exchange } from '../core/exchange.ts';
import { textsSaid } from './said.ts';

const replacement = '\uFFFD';
const around = 20;

/**
 * The reply to a request that came in pieces, the last exchange, has no replacement character where that to the same
 * request in one piece, the first, has none: each piece was decoded for itself. A bot that repeats nothing shows nothing.
 */
export const readsLettersInPieces: Expectation = (seen) => {
  const [whole] = seen;
  const inPieces = seen.at(-1);
  if (whole === undefined || inPieces === undefined || whole === inPieces)
    return { unjudged: 'not both were answered' };
  if (tornIn(whole) !== undefined) return { unjudged: 'the bot writes replacement characters of its own' };
  const torn = tornIn(inPieces);
  if (torn === undefined) return [];
  const at = torn.indexOf(replacement);
  const observed = `U+FFFD in ${JSON.stringify(torn.slice(Math.max(0, at - around), at + around))}`;
  return [{ aspect: 'reply', expected: 'whole letters, as where the body comes in one piece', observed }];
};

function tornIn(exchange: Exchange): string | undefined {
  return textsSaid(exchange).find((text) => text.includes(replacement));
}
