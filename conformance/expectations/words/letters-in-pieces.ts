import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { hasReplacementCharacter, replacementExcerpt } from './tears-no-character.ts';
import { answerTexts } from './said.ts';

/**
 * The reply to a request whose body came in pieces (the last exchange) has no replacement character where the reply to
 * the same request in one piece (the first) has none: it would show that the service decoded each piece by itself. Only
 * a reply with a letter of the message beyond ASCII shows that the body was read as one text.
 */
export const readsLettersInPieces: Expectation = (seen) => {
  const [whole] = seen;
  const inPieces = seen.at(-1);
  if (whole === undefined || inPieces === undefined || whole === inPieces)
    return { inconclusive: 'one of the two requests was not answered' };
  if (tornIn(whole) !== undefined) return { inconclusive: 'the bot writes replacement characters of its own' };
  const torn = tornIn(inPieces);
  if (torn === undefined)
    return saysALetterOf(whole, inPieces)
      ? []
      : {
          inconclusive:
            'no reply to the message in pieces repeats the letter that was cut; name a bot that does with --bot',
          isUnspecified: true,
        };
  const expected = 'whole characters, as when the body is sent in one piece';
  return [{ subject: 'reply', expected, observed: replacementExcerpt(torn) }];
};

/** Normalizes both texts, since composed and decomposed forms are the same letter. */
function saysALetterOf({ request }: Exchange, reply: Exchange): boolean {
  const sent = Buffer.from(request.body).toString('utf8').normalize();
  const letters = sent.match(/[^\0-\x7f]/gu) ?? [];
  return answerTexts(reply).some((text) => letters.some((letter) => text.normalize().includes(letter)));
}

function tornIn(exchange: Exchange): string | undefined {
  return answerTexts(exchange).find(hasReplacementCharacter);
}
