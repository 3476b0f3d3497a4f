import { isMet, type Judgement } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { onSuccess } from '../on-answer.ts';
import { textsSaid } from './said.ts';
import { plantedBetween, saidBetween } from './said-between.ts';

/**
 * No letter beyond ASCII that was sent between two planted words comes back between them as what its bytes are in Latin-1
 * or Windows-1252: whoever repeats it so has not read the body as UTF-8 (4: JSON; RFC 8259 8.1). A bot that repeats
 * nothing says nothing of it.
 */
export const misreadsNoLetters = onSuccess((_answer, exchange) => {
  const sent = plantedBetween(exchange) ?? '';
  const said = saidBetween(exchange).join('\n');
  const letters = lettersIn(sent);
  const judgement = misreadIn(said, letters, sent);
  const isShown = !isMet(judgement) || letters.some((letter) => said.includes(letter));
  return isShown
    ? judgement
    : {
        inconclusive: 'the bot did not repeat the letters that it was asked to repeat; name a bot that does with --bot',
        isUnspecified: true,
      };
});

/** Shorter texts may stand in an answer for a reason of its own. */
const fewestCharacters = 8;

/** The same of a message as a whole, where no words are planted in it. */
export const misreadsNoMessage = onSuccess((_answer, exchange) => {
  const sent = messageIn(exchange);
  if (sent.length < fewestCharacters || lettersIn(sent).length === 0) return [];
  return misreadIn(textsSaid(exchange).join('\n'), [sent], sent);
});

/** True where a letter of what was sent is said as what its bytes are in another encoding. */
export function isMisreadOf(said: string, sent: string): boolean {
  const judgement = misreadIn(said, lettersIn(sent), sent);
  return !('inconclusive' in judgement) && judgement.length > 0;
}

function misreadIn(said: string, parts: readonly string[], sent: string): Judgement {
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
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
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
  // What the web calls latin1 is Windows-1252; Node's is not.
  return encoding === 'latin1' ? bytes.toString('latin1') : new TextDecoder(encoding).decode(bytes);
}
