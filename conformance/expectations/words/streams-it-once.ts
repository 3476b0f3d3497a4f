import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { textsSaid } from './said.ts';
import { wordsPlantedIn } from './remembers.ts';
import { flagsIn, piecesIn, type Piece } from './stream-readings.ts';
import { withoutBlanks } from './spelling/written-otherwise.ts';

/** A reply of fewer letters may say the same twice of its own accord. */
const shortestReply = 40;
/** One of several streams may; not several of them, and no chat. */
const fewestStreams = 2;

/**
 * No stream carries its whole reply twice, piece by piece in events of one kind and field one behind the other (4.3: the
 * reply). An event that repeats the whole of it is a layout like any other, as are events of another kind between the two,
 * and a mark that all pieces of the one have, and none of the other. What is said is the field that has a word of the
 * request, once each time: a field that has the same in each event, such as an id, is doubled by any even number of events.
 * Of streams alone nothing is said where a chat says its own reply twice.
 */
export const streamsItOnce: Expectation = (seen) => {
  const twice = seen.filter(({ operation }) => operation === 'stream').filter(isSentTwice);
  const inChat = seen.some((exchange) => exchange.operation === 'chat' && textsSaid(exchange).some(isTwice));
  if (twice.length < fewestStreams || inChat) return [];
  return twice.slice(0, 3).map(({ id }) => ({
    subject: `reply in ${id}`,
    kind: { subject: 'reply' },
    expected: 'the reply once',
    observed: 'all of its pieces, and all of them again behind the last',
    exchange: id,
  }));
};

type Part = { readonly of: string; readonly event: number; readonly text: string; readonly piece: Piece };

function isSentTwice(exchange: Exchange): boolean {
  const words = wordsPlantedIn(exchange).map(withoutBlanks);
  const parts = piecesIn(exchange).flatMap((piece, event) =>
    piece.found.map(({ path, text }): Part => ({ of: `${piece.kind} ${path}`, event, text, piece })),
  );
  return [...Map.groupBy(parts, ({ of }) => of).values()].some((pieces) => {
    const first = pieces[0]?.event ?? 0;
    const isUnbroken = pieces.every(({ event }, at) => event === first + at);
    const whole = withoutBlanks(pieces.map(({ text }) => text).join(''));
    const half = whole.slice(0, whole.length / 2);
    const isInPieces = pieces.every(({ text }) => withoutBlanks(text).length < half.length);
    const isSaid = words.some((word) => half.split(word).length === 2);
    if (!isUnbroken || !isInPieces || !isSaid || !isTwice(whole)) return false;
    return !areNumberedTwice(pieces.map(({ piece }) => piece)) && !areMarked(pieces, half.length, flagsIn(exchange));
  });
}

/** Something tells all pieces of the first reply from all of the second: a reader may know by it which to show. */
function areMarked(pieces: readonly Part[], letters: number, flags: readonly ReadonlyMap<string, unknown>[]): boolean {
  let soFar = 0;
  const first: ReadonlyMap<string, unknown>[] = [];
  const second: ReadonlyMap<string, unknown>[] = [];
  for (const { event, text, piece } of pieces) {
    (soFar < letters ? first : second).push(
      new Map<string, unknown>([
        ...piece.places,
        ...(flags[event] ?? []),
        ...piece.found.map((found) => [found.path, found.text] as const),
      ]),
    );
    soFar += withoutBlanks(text).length;
  }
  const only = (all: typeof first, name: string): readonly unknown[] => [...new Set(all.map((each) => each.get(name)))];
  return [...new Set([...first, ...second].flatMap((each) => [...each.keys()]))].some((name) => {
    const [one, other] = [only(first, name), only(second, name)];
    return one.length === 1 && other.length === 1 && one[0] !== other[0];
  });
}

/** A reader who goes by their numbers knows those that he has. */
function areNumberedTwice(pieces: readonly Piece[]): boolean {
  const names = new Set(pieces.flatMap(({ places }) => [...places.keys()]));
  return [...names].some((name) => {
    const numbers = pieces.map(({ places }) => places.get(name));
    const differ = new Set(numbers).size;
    return differ > 1 && differ < numbers.length;
  });
}

function isTwice(text: string): boolean {
  const plain = withoutBlanks(text);
  const half = plain.length / 2;
  return half >= shortestReply && Number.isInteger(half) && plain.slice(0, half) === plain.slice(half);
}
