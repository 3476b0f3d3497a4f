import type { Exchange } from '../../model/exchange.ts';
import { eventContentsIn, readingsOfPieces, type EventContent } from './stream-readings.ts';

/** Most events that repeat the whole text: more are snapshots of the text so far, which a client may well show. */
const mostRepeats = 2;
/** Fewest pieces, and fewest letters, of a text that an event may repeat as a whole. */
const [fewestPieces, fewestLetters] = [3, 20];

/**
 * What the pieces of a stream say without a later event that says all of it again: a client that shows the pieces as
 * they come does not show that event. Undefined where there is no such event, or where `isSaidIn` is false for the
 * pieces alone.
 */
export function readingsWithoutRepeats(
  exchange: Exchange,
  isSaidIn: (readings: readonly string[]) => boolean,
): readonly string[] | undefined {
  const pieces = eventContentsIn(exchange);
  const repeats = repeatsIn(pieces);
  if (repeats.size === 0 || repeats.size > mostRepeats) return undefined;
  const readings = readingsOfPieces(pieces.filter((piece) => !repeats.has(piece)));
  return isSaidIn(readings) ? readings : undefined;
}

/** The pieces of one field so far, joined without their blanks. */
type JoinedText = { readonly count: number; readonly text: string };

function repeatsIn(pieces: readonly EventContent[]): ReadonlySet<EventContent> {
  const soFar = new Map<string, JoinedText>();
  const isRepeat = (text: string): boolean =>
    [...soFar.values()].some(
      (joined) => joined.count >= fewestPieces && joined.text.length >= fewestLetters && text.includes(joined.text),
    );
  const repeats = new Set<EventContent>();
  for (const piece of pieces) {
    const found = piece.found.map(({ path, text }) => ({ path, text: text.replaceAll(/\s/g, '') }));
    if (found.some(({ text }) => text.length >= fewestLetters && isRepeat(text))) {
      repeats.add(piece);
      continue;
    }
    for (const { path, text } of found) {
      const { count, text: before } = soFar.get(path) ?? { count: 0, text: '' };
      soFar.set(path, { count: count + 1, text: before + text });
    }
  }
  return repeats;
}
