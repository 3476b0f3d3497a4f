import type { Expectation, Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { callerOf, nobody } from '../caller.ts';
import { quotedAround } from '../words/said.ts';
import { sessionAsked, toldIn, wordsIn } from './told-in-run.ts';

/** What is told so is for no other conversation, and nothing that a user asks to be kept for him. */
export const forThisOnly = 'for this conversation only';

/**
 * A session that begins says nothing that its caller told in another one for that one only (1), whatever it was begun for.
 */
export const saysNothingOfOtherSessions: Expectation = Object.assign(
  ([exchange]: Seen, run: Seen = []) => {
    if (exchange === undefined || !begins(exchange)) return [];
    const caller = callerOf(exchange);
    if (caller === undefined || caller === nobody) return [];
    const { words } = toldIn(run);
    return wordsIn(exchange).flatMap((word) => {
      const by = words.get(word) ?? [];
      const [first] = by;
      const isOfOthers = by.every((told) => told !== exchange && callerOf(told) === caller && isForItsOwn(told));
      if (first === undefined || !isOfOthers || messageOf(exchange).includes(word)) return [];
      return [
        {
          subject: 'isolation',
          expected: 'only words of its own session',
          // Where it was told is found by the word itself: the name of that exchange can be a page long.
          observed: `the reply to ${exchange.id} says ${word}${quotedAround(exchange, word)}, told in a ${first.operation} of another session`,
          kind: { observed: 'a new session has a word of another one' },
          restsOn: [first.id],
        },
      ];
    });
  },
  { ofPart: 'always' } as const,
);

function begins(exchange: Exchange): boolean {
  const { operation, request } = exchange;
  return (
    (operation === 'chat' || operation === 'stream') &&
    request.raw === undefined &&
    sessionAsked(exchange) === undefined
  );
}

function isForItsOwn(told: Exchange): boolean {
  return messageOf(told).includes(forThisOnly);
}

function messageOf({ request }: Exchange): string {
  return Buffer.from(request.body).toString('utf8');
}
