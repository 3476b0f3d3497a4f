import type { Expectation, Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { onSuccess } from '../on-answer.ts';
import { answerTexts } from './said.ts';
import { areLettersReplaced, plantedTextBetween, answerTextsBetween } from './said-between.ts';
import { hasReplacementCharacter } from './tears-no-character.ts';
import { headOf } from '../../reading/whole-letters.ts';

/**
 * No letter beyond ASCII that was sent between two planted words comes back between them as its bytes read in Latin-1
 * or Windows-1252, nor as what decoders write in place of invalid bytes: either shows that the body was not read or
 * written as UTF-8 (4: JSON; RFC 8259 8.1). A bot that repeats nothing shows nothing.
 */
export const misreadsNoLetters = ofLetters((stretches, letters, sent) => {
  const misread = misreadIn(stretches.join('\n'), letters, sent);
  return misread.length > 0
    ? misread
    : insteadIn(stretches, letters, sent, hasReplacementCharacter).map((mismatch) => ({
        ...mismatch,
        reference: 'RFC 8259 8.1',
      }));
});

/**
 * No letter comes back as a question mark or as nothing, which encoders for ASCII alone write. A bot that chooses to
 * answer in plain letters says others in their place.
 */
export const losesNoLetters = ofLetters((stretches, letters, sent) =>
  insteadIn(stretches, letters, sent, (said) => areLettersReplaced(said, sent) && !hasOtherLetters(said, sent)),
);

/**
 * Judges what an answer says between the planted words of its request, and the letters beyond ASCII that stood there.
 */
function ofLetters(
  wrongIn: (stretches: readonly string[], letters: readonly string[], sent: string) => readonly Mismatch[],
): Expectation {
  return onSuccess((_answer, exchange) => {
    const sent = plantedTextBetween(exchange) ?? '';
    const stretches = answerTextsBetween(exchange);
    const letters = lettersIn(sent);
    const wrong = wrongIn(stretches, letters, sent);
    if (wrong.length > 0 || letters.some((letter) => stretches.some((said) => said.includes(letter)))) return wrong;
    return {
      inconclusive: 'the bot did not repeat the letters that it was asked to repeat; name a bot that does with --bot',
      isUnspecified: true,
    };
  });
}

function hasOtherLetters(said: string, sent: string): boolean {
  return (said.match(/\p{L}/gu) ?? []).some((letter) => !sent.includes(letter));
}

/**
 * Fewest characters of a message to judge: the misreading of a shorter one may stand in an answer for another reason.
 */
const fewestCharacters = 8;

/** The same for a message as a whole, where no words are planted in it. */
export const misreadsNoMessage = onSuccess((_answer, exchange) => {
  const sent = messageIn(exchange);
  if (sent.length < fewestCharacters || lettersIn(sent).length === 0) return [];
  return misreadIn(answerTexts(exchange).join('\n'), [sent], sent);
});

/** True where a letter that was sent is said as its bytes read in another encoding. */
export function isMisreadText(said: string, sent: string): boolean {
  return misreadIn(said, lettersIn(sent), sent).length > 0;
}

/**
 * Empty where a letter stands rightly in any stretch: then the bot may have left the letters out of the other
 * stretches.
 */
function insteadIn(
  stretches: readonly string[],
  letters: readonly string[],
  sent: string,
  isWrong: (said: string) => boolean,
): readonly Mismatch[] {
  if (stretches.some((said) => letters.some((letter) => said.includes(letter)))) return [];
  const wrong = stretches.find(isWrong);
  if (letters.length === 0 || wrong === undefined) return [];
  const expected = `${excerpt(JSON.stringify(sent))} as it was sent`;
  const observed = `${excerpt(JSON.stringify(wrong))} between the same words`;
  return [{ subject: 'reply', expected, observed }];
}

/** The text as its bytes read in other encodings. */
export function misreadingsOf(text: string): readonly string[] {
  return ['latin1', 'windows-1252'].map((encoding) => readAs(encoding, text)).filter((wrong) => wrong !== text);
}

function misreadIn(said: string, parts: readonly string[], sent: string): readonly Mismatch[] {
  const misread = parts
    .flatMap((part) => ['latin1', 'windows-1252'].map((encoding) => [part, readAs(encoding, part)] as const))
    .find(([, wrong]) => !sent.includes(wrong) && said.includes(wrong));
  if (misread === undefined) return [];
  const [part, wrong] = misread;
  const what = part === sent ? 'message' : 'letter';
  const observed = `${excerpt(JSON.stringify(wrong))}, its UTF-8 bytes read as another encoding`;
  return [
    { subject: 'reply', expected: `the ${what} ${excerpt(part)} as it was sent`, observed, reference: 'RFC 8259 8.1' },
  ];
}

function excerpt(text: string): string {
  return text.length > 60 ? `${headOf(text, 60)}…` : text;
}

function messageIn({ request }: Exchange): string {
  const body = sentJson(request);
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' ? message : '';
}

function lettersIn(text: string): readonly string[] {
  return [...new Set(text.match(/[^\0-\x7f]/gu) ?? [])];
}

function readAs(encoding: string, letter: string): string {
  const bytes = Buffer.from(letter, 'utf8');
  // The Encoding Standard takes `latin1` for Windows-1252, and Node's Buffer does not.
  return encoding === 'latin1' ? bytes.toString('latin1') : new TextDecoder(encoding).decode(bytes);
}
