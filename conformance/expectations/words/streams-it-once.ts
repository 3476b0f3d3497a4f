import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { textsSaid } from './said.ts';
import { piecesIn } from './stream-readings.ts';
import { withoutBlanks } from './spelling/written-otherwise.ts';

/** A reply of fewer letters may say the same twice of its own accord. */
const shortestReply = 40;
/** One of several streams may; not several of them, and no chat. */
const fewestStreams = 2;

/**
 * No stream carries its whole reply twice, piece by piece in events of one kind and field one behind the other (4.3: the
 * reply). An event that repeats the whole of it is a layout like any other, as are events of another kind between the two.
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

function isSentTwice(exchange: Exchange): boolean {
  const parts = piecesIn(exchange).flatMap(({ kind, found, places }, event) =>
    found.map(({ path, text }) => ({ of: `${kind} ${path}`, event, text, places })),
  );
  return [...Map.groupBy(parts, ({ of }) => of).values()].some((pieces) => {
    const first = pieces[0]?.event ?? 0;
    const isUnbroken = pieces.every(({ event }, at) => event === first + at);
    const whole = pieces.map(({ text }) => text).join('');
    const half = withoutBlanks(whole).length / 2;
    const isInPieces = pieces.every(({ text }) => withoutBlanks(text).length < half);
    return isUnbroken && isInPieces && isTwice(whole) && !areNumberedTwice(pieces);
  });
}

/** A reader who goes by their numbers knows those that he has. */
function areNumberedTwice(pieces: readonly { readonly places: ReadonlyMap<string, number> }[]): boolean {
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
