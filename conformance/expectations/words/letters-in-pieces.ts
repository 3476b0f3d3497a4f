import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isReplaced, replacedExcerpt } from './tears-no-character.ts';
import { textsSaid } from './said.ts';

/**
 * The reply to a request that came in pieces, the last exchange, has no replacement character where that to the same
 * request in one piece, the first, has none: each piece was decoded for itself. A bot that repeats nothing shows nothing.
 */
export const readsLettersInPieces: Expectation = (seen) => {
  const [whole] = seen;
  const inPieces = seen.at(-1);
  if (whole === undefined || inPieces === undefined || whole === inPieces)
    return { inconclusive: 'one of the two requests was not answered' };
  if (tornIn(whole) !== undefined) return { inconclusive: 'the bot writes replacement characters of its own' };
  const torn = tornIn(inPieces);
  if (torn === undefined) return [];
  const expected = 'whole characters, as when the body is sent in one piece';
  return [{ subject: 'reply', expected, observed: replacedExcerpt(torn) }];
};

function tornIn(exchange: Exchange): string | undefined {
  return textsSaid(exchange).find(isReplaced);
}
