import type { Mismatch, Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { beginningOf } from '../../reading/shown-value.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { textsSaid } from './said.ts';
import { readingsOf, saysItFailed } from './stream-readings.ts';
import { tailOf } from '../../reading/whole-letters.ts';

/** As long as a page, where what is cut by the byte is cut within a letter sooner or later. */
const shortestPage = 1_000;
/** By so many letters its beginning and its end are found. */
const endLetters = 12;
/** By so many letters it is known where it goes on. */
const goesOn = 3;
/** So much of what is lost is told. */
const mostQuoted = 40;
/** Less of it is another text, or a shorter one. */
const fewestKept = 0.9;

/**
 * Long messages that a chat says again to the letter, and a stream all but some letters of them: no bot leaves out just
 * these, and no layout does. To be asked of a bot that says each message again.
 */
export function lostOfPages(seen: Seen): readonly Mismatch[] {
  const pages = Map.groupBy(seen, pageIn);
  return [...pages].flatMap(([page, alike]) => {
    const isSaid = (texts: readonly string[]): boolean =>
      page !== undefined && texts.some((text) => withoutBlanks(text).includes(page));
    if (page === undefined || !alike.some((each) => each.operation === 'chat' && isSaid(textsSaid(each)))) return [];
    return alike
      .filter((each) => each.operation === 'stream' && !saysItFailed(each) && !mayBeEdited(each))
      .flatMap((each) => {
        const readings = readingsOf(each);
        const lost = isSaid(readings) ? undefined : lostIn(readings, page);
        return lost === undefined ? [] : [mismatchOf(each, lost, page)];
      });
  });
}

/** What is lost, and where the first of it stood. */
type Lost = { readonly many: number; readonly first: string; readonly behind: string };

function mismatchOf({ id }: Exchange, { many, first, behind }: Lost, page: string): Mismatch {
  const where = behind === '' ? 'at the beginning' : `after ${JSON.stringify(`…${behind}`)}`;
  return {
    subject: `reply in ${id}`,
    kind: { subject: 'reply', observed: `${many} fewer` },
    expected: `all ${page.length} characters of the message, spaces not counted, as the chat says them`,
    observed: `${many} fewer: ${beginningOf(first, mostQuoted)} ${many > first.length ? 'and others ' : ''}lost ${where}`,
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

/** What of the page a reading lacks between its beginning and its end, where it has nothing else there. */
function lostIn(readings: readonly string[], page: string): Lost | undefined {
  return readings
    .map((reading) => between(withoutBlanks(reading), page))
    .filter((text) => text.length >= page.length * fewestKept && text.length < page.length && isLeftOf(text, page))
    .toSorted((one, other) => other.length - one.length)
    .map((text) => firstLost(text, page))[0];
}

/** The first run of letters that is left out; of a doubled letter that may be either. */
function firstLost(text: string, page: string): Lost {
  let at = 0;
  while (at < text.length && text[at] === page[at]) at += 1;
  const many = page.length - text.length;
  let end = at + 1;
  while (end < at + many && !text.startsWith(page.slice(end, end + goesOn), at)) end += 1;
  return { many, first: page.slice(at, end), behind: tailOf(page.slice(0, at), endLetters) };
}

function between(text: string, page: string): string {
  const from = text.indexOf(page.slice(0, endLetters));
  const end = text.lastIndexOf(page.slice(-endLetters));
  return from < 0 || end < from ? '' : text.slice(from, end + endLetters);
}

/** True where it is the page with some letters left out. */
function isLeftOf(text: string, page: string): boolean {
  let at = 0;
  for (const letter of page) if (text.startsWith(letter, at)) at += letter.length;
  return at === text.length;
}
