import { contentOf, encodedLike } from '../../bodies/content.ts';
import type { Expectation, Mismatch, ByteRange } from '../../model/check.ts';
import type { Answer, Exchange } from '../../model/exchange.ts';
import { readableEventStreamOf, eventStreamOf } from '../streams/is-event-stream.ts';
import { lintEventStream, type Oddity } from '../streams/lint-event-stream.ts';
import { evenIfIncomplete, onSuccess } from '../on-answer.ts';
import { wordsPlantedIn } from './remembers.ts';
import { saysWord, answerTexts } from './said.ts';
import { headOf } from '../../reading/whole-letters.ts';

const standard = 'WHATWG HTML 9.2.6';

/** Field names are spelled as the standard defines them: a reader ignores a line with any other name. */
export const spellsItsFields = evenIfIncomplete(
  onSuccess((answer, exchange) => {
    const misspelt = odditiesOf(answer).filter(({ is }) => is === 'misspelt field');
    const stream = eventStreamOf(answer);
    if (misspelt.length === 0 && 'inconclusive' in stream && isUnread(answer)) return stream;
    return misspelt.slice(0, 3).map((oddity) => ({
      subject: 'field name',
      expected: 'data, event, id or retry, in these very letters, before a colon',
      observed: shownAt(oddity),
      reference: standard,
      range: spotOf(oddity, exchange),
    }));
  }),
);

/**
 * No part of the reply stands outside of the data lines, where a reader ignores it. Such a part is a line that is JSON,
 * a line that would make the data before it JSON, or a line that holds a word that the bot was asked to say and that no
 * event says.
 */
export const losesNoData = evenIfIncomplete(
  onSuccess((answer, exchange) => {
    const stream = eventStreamOf(answer);
    // The part of the stream that could not be read may hold the words that a line seems to have lost.
    if ('inconclusive' in stream && isUnread(answer)) return stream;
    const oddities = odditiesOf(answer);
    const strays = oddities.filter(isStray).toSorted((one, other) => one.at - other.at);
    const unsaid = strays.length === 0 ? [] : wordsPlantedIn(exchange).filter((word) => !saysWord(exchange, word));
    const whole = { ...exchange, response: { ...answer, body: asData(answer, strays) } };
    const areLost = unsaid.some((word) => saysWord(whole, word));
    return oddities
      .filter((oddity) => oddity.is === 'data outside of data lines' || (isStray(oddity) && areLost))
      .slice(0, 3)
      .map((oddity) => lostLine(oddity, exchange));
  }),
);

/** Most stray lines that are looked for in the texts of the chat. */
const mostStrays = 100;

/** True for a line that may be part of the reply, written into the stream without `data:`. */
function isStray({ is }: Oddity): boolean {
  return is === 'unknown field' || is === 'comment within an event';
}

/**
 * No line that follows a line end in the chat (the first exchange) is a line of the stream that readers ignore: a line
 * that follows a line end in both is part of the reply. A bot that says only one line shows nothing.
 */
export const keepsEveryLine: Expectation = ([chat, stream]) => {
  if (chat?.response.is !== 'answer' || stream?.response.is !== 'answer')
    return { inconclusive: 'one of the two requests was not answered' };
  const said = answerTexts(chat).map((text) => text.replaceAll(/\r\n?/g, '\n'));
  if (!said.some((text) => text.trimEnd().includes('\n')))
    return { inconclusive: 'the bot gives no reply of more than one line', isUnspecified: true };
  const lost = odditiesOf(stream.response)
    .filter((oddity) => isStray(oddity) && hasText(oddity))
    .slice(0, mostStrays)
    .filter(({ line }) => said.some((text) => text.includes(`\n${line}`)))
    .slice(0, 3)
    .map((oddity) => lostLine(oddity, stream));
  if (lost.length > 0) return lost;
  const words = wordsPlantedIn(chat).filter((word) => saysWord(chat, word));
  if (words.some((word) => !saysWord(stream, word)))
    // A stream without any word of the reply shows no lost line, and a stream that lacks some words may have ended
    // early.
    return words.some((word) => saysWord(stream, word)) ? lacksWords : wordless;
  const hasLines = answerTexts(stream).some((text) => /[\r\n]/.test(text.trim()));
  return words.length > 0 || hasLines ? [] : lineless;
};

/**
 * True for a line with text. A comment without letters or digits, such as a lone colon, only keeps the connection
 * alive; a comment with some may be a line of the reply that begins with a colon.
 */
function hasText({ is, line }: Oddity): boolean {
  return is === 'comment within an event' ? /[\p{L}\p{N}]/u.test(line) : line.trim() !== '';
}

const wordless = {
  inconclusive: 'no word of the reply could be read in the stream, so that no line of it could be missed',
  isUnspecified: true,
} as const;

const lacksWords = {
  inconclusive: 'the stream lacks words that the chat says, so that their lines were not seen',
  isUnspecified: true,
} as const;

const lineless = {
  inconclusive: 'the stream gives no reply of more than one line',
  isUnspecified: true,
} as const;

function lostLine(oddity: Oddity, exchange: Exchange): Mismatch {
  return {
    subject: 'line',
    expected: 'data: before each line of the data',
    observed: shownAt(oddity),
    reference: standard,
    range: spotOf(oddity, exchange),
  };
}

/** The body as it would be if the stray lines were data lines. */
function asData(answer: Answer, strays: readonly Oddity[]): Uint8Array {
  const content = contentOf(answer);
  if (content.is === 'undecodable' || strays.length === 0) return answer.body;
  const parts = strays.flatMap(({ at }, place) => [
    Buffer.from('data: '),
    content.bytes.subarray(at, strays[place + 1]?.at),
  ]);
  return encodedLike(answer, Buffer.concat([content.bytes.subarray(0, strays[0]?.at), ...parts]));
}

/**
 * What the body has that the grammar allows and readers ignore, with counts. Undefined where there is nothing of the
 * kind.
 */
export function observedOddities(answer: Answer): string | undefined {
  const kinds = Map.groupBy(odditiesOf(answer), ({ is }) => is);
  const told = [...kinds].map(
    ([is, all]) => `${is} (${all.length}): ${JSON.stringify(headOf(all[0]?.line ?? '', 40))}`,
  );
  return told.length === 0 ? undefined : told.join(', ');
}

function isUnread(answer: Answer): boolean {
  const stream = readableEventStreamOf(answer);
  return !('inconclusive' in stream) && stream.unreadBytes > 0;
}

function odditiesOf(answer: Answer): readonly Oddity[] {
  const content = contentOf(answer);
  return content.is === 'bytes' ? lintEventStream(content.bytes) : [];
}

function spotOf({ at, line }: Oddity, { id }: Exchange): ByteRange {
  return { exchange: id, at, bytes: Buffer.byteLength(line) };
}

function shownAt({ at, line }: Oddity): string {
  return `${JSON.stringify(headOf(line, 60))} at offset ${at}`;
}
