import type { Expectation } from '../core/check.ts';
import type { Exchange } from '../core/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { textsSaid } from './said.ts';

/** The words before and after, by their places among those that the bot was to repeat, and what else stands between. */
const gaps = { blank: { at: 0, mark: '' }, lineEnd: { at: 1, mark: '- ?' } } as const;

/**
 * Two words that the chat, the first exchange, says apart are not run together in the stream behind it. A reader of
 * event streams drops the first blank behind `data:`, and a line end unless what follows is a field of its own. What
 * stands between the words, and whether the bot repeats them at all, is the bot's.
 */
export function keepsWordsApart(by: keyof typeof gaps): Expectation {
  return ([chat, stream]) => {
    if (chat === undefined || stream === undefined) return { unjudged: 'not both were answered' };
    const { at, mark } = gaps[by];
    const [before = '', after = ''] = wordsPlantedIn(chat).slice(at);
    const apart = new RegExp(`${before}\\s+${mark}${after}`);
    const together = new RegExp(`${before}${mark}${after}`);
    if (foundIn(chat, apart) === undefined || foundIn(chat, together) !== undefined) {
      return { unjudged: 'the bot did not repeat what it was asked to repeat' };
    }
    const observed = foundIn(stream, apart) === undefined ? foundIn(stream, together) : undefined;
    if (observed === undefined) return [];
    const between = by === 'blank' ? 'a blank' : 'a line end';
    return [{ aspect: 'reply', expected: `${between} between ${before} and ${after}, as in the chat`, observed }];
  };
}

function foundIn(exchange: Exchange, pattern: RegExp): string | undefined {
  return textsSaid(exchange)
    .map((text) => pattern.exec(text)?.[0])
    .find((match) => match !== undefined);
}
