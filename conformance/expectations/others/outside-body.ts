import { contentOf } from '../../bodies/content.ts';
import type { Answer, Exchange, HeaderFields } from '../../model/exchange.ts';
import { nonceSource } from '../../model/nonce.ts';
import { fieldOf, linesOf, parseEventStreamOnce } from '../streams/event-stream.ts';
import { normalizeLetters } from '../words/spelling/plain-letters.ts';

/**
 * A text that an answer shows beside what it says, and its place: `the header x-trace`, or `a comment of the stream`.
 */
type TextOutsideBody = { readonly place: string; readonly text: string };

/**
 * Everything that an answer shows on the wire besides its body, or the data of its stream. Hardly any client shows it
 * to its user, but the sender of the request can read it.
 */
export function textsOutsideBody({ operation, response }: Exchange): readonly TextOutsideBody[] {
  if (response.is !== 'answer') return [];
  const fields = [...fieldsShown('header', response.headers), ...fieldsShown('trailer', response.trailers ?? [])];
  return operation === 'stream' ? [...fields, ...besideData(response)] : fields;
}

function fieldsShown(what: 'header' | 'trailer', fields: HeaderFields): readonly TextOutsideBody[] {
  return fields.map(([name, value]) => ({
    place: `the ${what} ${name.toLowerCase()}`,
    text: `${name}: ${value}`,
  }));
}

function besideData(answer: Answer): readonly TextOutsideBody[] {
  const content = contentOf(answer);
  if (content.is !== 'bytes') return [];
  const dispatched = parseEventStreamOnce(content.bytes).events.at(-1)?.endsAt ?? 0;
  return linesOf(content.bytes).flatMap(({ text, from }) => {
    const { name } = fieldOf(text);
    if (text === '') return [];
    if (name === 'data') return from < dispatched ? [] : [{ place: 'data that no event ends', text }];
    return [{ place: `${placeOf.get(name) ?? 'a line that is no field'} of the stream`, text }];
  });
}

const placeOf: ReadonlyMap<string, string> = new Map([
  ['', 'a comment'],
  ['event', 'the name of an event'],
  ['id', 'the id of an event'],
  ['retry', 'a retry field'],
]);

/** The place beside what the answer says where it shows the word, in any letter case. Undefined where there is none. */
export function findOutsideBody(exchange: Exchange, word: string): TextOutsideBody | undefined {
  const wanted = normalizeLetters(word);
  return textsOutsideBody(exchange).find(({ text }) => normalizeLetters(text).includes(wanted));
}

const anyWord = new RegExp(nonceSource, 'g');

/** Every text beside what the answer says that could be a word of the run, each once. */
export function wordsOutsideBody(exchange: Exchange): readonly { readonly word: string; readonly place: string }[] {
  const found = textsOutsideBody(exchange).flatMap(({ place, text }) =>
    (normalizeLetters(text).match(anyWord) ?? []).map((word) => [word, place] as const),
  );
  return [...new Map(found)].map(([word, place]) => ({ word, place }));
}
