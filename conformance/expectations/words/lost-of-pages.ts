import type { Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { beginningOf } from '../../reading/shown-value.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { answerTexts } from './said.ts';
import { readingsOf, reportsFailure } from './stream-readings.ts';
import { tailOf } from '../../reading/whole-letters.ts';

/**
 * Length, in characters, from which a message counts as a page: in a page this long, a cut at a byte boundary sooner or
 * later falls within a letter.
 */
const shortestPage = 1_000;
/** Number of characters by which the beginning and the end of a page are found in a text. */
const endLetters = 12;
/** Number of characters by which the place is found where a text goes on after a loss. */
const goesOn = 3;
/** Most characters of a lost stretch that the report quotes. */
const mostQuoted = 40;
/** Smallest share of the page that a text has to have: with less, it is another text or a shorter one. */
const fewestKept = 0.9;

/**
 * Mismatches of streams that leave out some letters of a long message that a chat repeats to the letter: no bot and no
 * layout leaves out just these letters. Only for a bot that repeats every message.
 */
export function lostLetterMismatches(seen: Exchanges): readonly Mismatch[] {
  const pages = Map.groupBy(seen, pageIn);
  return [...pages].flatMap(([page, alike]) => {
    const isSaid = (texts: readonly string[]): boolean =>
      page !== undefined && texts.some((text) => withoutBlanks(text).includes(page));
    if (page === undefined || !alike.some((each) => each.operation === 'chat' && isSaid(answerTexts(each)))) return [];
    return alike
      .filter((each) => each.operation === 'stream' && !reportsFailure(each) && !mayBeEdited(each))
      .flatMap((each) => {
        const readings = readingsOf(each);
        const lost = isSaid(readings) ? undefined : lostIn(readings, page);
        return lost === undefined ? [] : [mismatchOf(each, lost, page)];
      });
  });
}

/** How many characters are lost, the first lost stretch, and the text before it. */
type Lost = { readonly count: number; readonly first: string; readonly textBefore: string };

function mismatchOf({ id }: Exchange, { count, first, textBefore }: Lost, page: string): Mismatch {
  const where = textBefore === '' ? 'at the beginning' : `after ${JSON.stringify(`…${textBefore}`)}`;
  return {
    subject: `reply in ${id}`,
    kind: { subject: 'reply', observed: `${count} fewer` },
    expected: `all ${page.length} characters of the message, spaces not counted, as the chat says them`,
    observed: `${count} fewer: ${beginningOf(first, mostQuoted)} ${count > first.length ? 'and others ' : ''}lost ${where}`,
    exchange: id,
  };
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

function pageIn({ request }: Exchange): string | undefined {
  const body = request.raw === undefined ? sentJson(request) : undefined;
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  const { message } = body;
  return typeof message === 'string' && message.length >= shortestPage ? withoutBlanks(message) : undefined;
}

/**
 * What a reading lacks of the page between its beginning and its end. Undefined where the reading has anything else
 * there.
 */
function lostIn(readings: readonly string[], page: string): Lost | undefined {
  return readings
    .map((reading) => between(withoutBlanks(reading), page))
    .filter((text) => text.length >= page.length * fewestKept && text.length < page.length && isLeftOf(text, page))
    .toSorted((one, other) => other.length - one.length)
    .map((text) => firstLost(text, page))[0];
}

/** The first stretch that is left out. Of two equal letters in a row, either may be the lost letter. */
function firstLost(text: string, page: string): Lost {
  let at = 0;
  while (at < text.length && text[at] === page[at]) at += 1;
  const many = page.length - text.length;
  let end = at + 1;
  while (end < at + many && !text.startsWith(page.slice(end, end + goesOn), at)) end += 1;
  return { count: many, first: page.slice(at, end), textBefore: tailOf(page.slice(0, at), endLetters) };
}

function between(text: string, page: string): string {
  const from = text.indexOf(page.slice(0, endLetters));
  const end = text.lastIndexOf(page.slice(-endLetters));
  return from < 0 || end < from ? '' : text.slice(from, end + endLetters);
}

/** True where the text is the page with some letters left out. */
function isLeftOf(text: string, page: string): boolean {
  let at = 0;
  for (const letter of page) if (text.startsWith(letter, at)) at += letter.length;
  return at === text.length;
}
