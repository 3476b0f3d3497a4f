import type { Exchange } from '../../model/exchange.ts';
import { piecesIn, type Piece } from './stream-readings.ts';

/**
 * True where the events of a stream may say more of its text than one piece behind the other: where some of them take
 * text back, or say where it belongs, as in a text that is edited at a cursor. How they do so is not shown (4.3), so that
 * nothing can be said of a text that such a stream seems not to have.
 */
export function mayBeEdited(exchange: Exchange): boolean {
  const known = recent.get(exchange);
  if (known !== undefined) return known;
  const pieces = piecesIn(exchange);
  const answer = pieces.some(takesBack) || hasOthersBetween(pieces) || placesAreOffsets(pieces);
  recent.set(exchange, answer);
  return answer;
}

/** Many checks ask the same of an exchange. */
const recent = new WeakMap<Exchange, boolean>();

/** Backspace, delete, and what moves the cursor of a terminal. */
const takingBack = /[\b\x7f\x1b]/;

function takesBack({ found }: Piece): boolean {
  return found.some(({ text }) => takingBack.test(text));
}

/** All that an event has, and none of its values. */
function shapeOf({ kind, found, places }: Piece): string {
  return JSON.stringify([kind, [...new Set(found.map(({ path }) => path))].toSorted(), namesOf({ places })]);
}

/** The ids of events only count them. */
function namesOf({ places }: Pick<Piece, 'places'>): readonly string[] {
  return [...places.keys()].filter((name) => name !== 'id:').toSorted();
}

/** What only shows that the connection is alive. */
const isSignOfLife = ({ kind }: Piece): boolean => /ping|heart-?beat|keep-?alive/i.test(kind);

/** An event whose data is empty: of the name that most have, it says nothing of their text. */
function isEmpty({ found }: Piece): boolean {
  return found.length > 0 && found.every(({ path, text }) => path === 'data' && text === '');
}

/** What its field `event` says, which is the first of its kind. */
function nameOf({ kind }: Piece): string | undefined {
  return /^\["[^"]*"/.exec(kind)?.[0];
}

/** Between two events of the kind that most are, one of another kind: what it does to the text is not known. */
function hasOthersBetween(pieces: readonly Piece[]): boolean {
  const shaped = pieces.filter((piece) => !isSignOfLife(piece)).map((piece) => ({ ...piece, shape: shapeOf(piece) }));
  const counts = Map.groupBy(shaped, ({ shape }) => shape);
  const [most] = shaped.toSorted(
    (one, other) => (counts.get(other.shape)?.length ?? 0) - (counts.get(one.shape)?.length ?? 0),
  );
  if (most === undefined) return false;
  const usual = most.shape;
  const shapes = shaped.filter((piece) => !isEmpty(piece) || nameOf(piece) !== nameOf(most)).map(({ shape }) => shape);
  return shapes.slice(shapes.indexOf(usual), shapes.lastIndexOf(usual)).some((shape) => shape !== usual);
}

/** A number in each event that does not count them, and could be a place in the text that there is by then. */
function placesAreOffsets(pieces: readonly Piece[]): boolean {
  return [...new Set(pieces.flatMap(namesOf))].some((name) => {
    const placed = pieces.flatMap(({ places, found }) => {
      const at = places.get(name);
      return at === undefined ? [] : [{ at, length: found.reduce((sum, { text }) => sum + text.length, 0) }];
    });
    const steps = placed.slice(1).map(({ at }, index) => at - (placed[index]?.at ?? 0));
    if (countsPieces(steps, placed)) return false;
    let soFar = 0;
    const areWithin = placed.every(({ at, length }) => {
      const isWithin = at >= 0 && at <= soFar;
      soFar += length;
      return isWithin;
    });
    return new Set(steps).size > 1 && areWithin;
  });
}

/** One that only goes up, by one at nearly every piece, though most are longer, counts them: else one was lost. */
function countsPieces(steps: readonly number[], placed: readonly { readonly length: number }[]): boolean {
  const isMostOf = (some: number, all: number): boolean => some * 4 >= all * 3;
  const longer = placed.filter(({ length }) => length > 1);
  const isUpward = steps.every((step) => step >= 1);
  return (
    isUpward &&
    isMostOf(steps.filter((step) => step === 1).length, steps.length) &&
    isMostOf(longer.length, placed.length)
  );
}
