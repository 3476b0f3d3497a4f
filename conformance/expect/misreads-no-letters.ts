import { onSuccess } from './on-answer.ts';
import { textsSaid } from './said.ts';

/**
 * No letter beyond ASCII that was sent comes back as what its bytes are in Latin-1 or Windows-1252: whoever repeats it
 * so has not read the body as UTF-8 (4: JSON; RFC 8259 8.1). A bot that repeats nothing says nothing of it.
 */
export const misreadsNoLetters = onSuccess((_answer, exchange) => {
  const sent = Buffer.from(exchange.request.body).toString('utf8');
  const said = textsSaid(exchange).join('\n');
  const misread = lettersIn(sent)
    .flatMap((letter) => ['latin1', 'windows-1252'].map((encoding) => [letter, readAs(encoding, letter)] as const))
    .find(([, wrong]) => !sent.includes(wrong) && said.includes(wrong));
  if (misread === undefined) return [];
  const [letter, wrong] = misread;
  const observed = `${JSON.stringify(wrong)}, its UTF-8 bytes read as another encoding`;
  return [{ aspect: 'reply', expected: `the letter ${letter} as it was sent`, observed, per: 'RFC 8259 8.1' }];
});

function lettersIn(text: string): readonly string[] {
  return [...new Set(text.match(/[^\0-\x7f]/gu) ?? [])];
}

function readAs(encoding: string, letter: string): string {
  const bytes = Buffer.from(letter, 'utf8');
  // What the web calls latin1 is Windows-1252; Node's is not.
  return encoding === 'latin1' ? bytes.toString('latin1') : new TextDecoder(encoding).decode(bytes);
}
