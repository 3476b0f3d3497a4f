import type { Exchange } from '../../model/exchange.ts';
import { eventContentsIn, type EventContent } from './stream-readings.ts';

/**
 * True where the text of a stream may not be the pieces of its events joined in order: some events take text back, or
 * say where their text belongs, as for a text that is edited at a cursor. How they do so is not shown (4.3), so a text
 * that such a stream seems to lack proves nothing.
 */
export function mayBeEdited(exchange: Exchange): boolean {
  const known = recent.get(exchange);
  if (known !== undefined) return known;
  const pieces = eventContentsIn(exchange);
  const answer = pieces.some(takesBack) || hasOthersBetween(pieces) || placesAreOffsets(pieces);
  recent.set(exchange, answer);
  return answer;
}

/** Cached, because many checks ask this about the same exchange. */
const recent = new WeakMap<Exchange, boolean>();

/** Backspace, delete, and the escape that moves the cursor of a terminal. */
const takingBack = /[\b\x7f\x1b]/;

function takesBack({ found }: EventContent): boolean {
  return found.some(({ text }) => takingBack.test(text));
}

/** Kind and member names of an event, without its values. */
function shapeOf({ kind, found, places }: EventContent): string {
  return JSON.stringify([kind, [...new Set(found.map(({ path }) => path))].toSorted(), namesOf({ places })]);
}

/** Leaves out the id of the event, which only counts events. */
function namesOf({ places }: Pick<EventContent, 'places'>): readonly string[] {
  return [...places.keys()].filter((name) => name !== 'id:').toSorted();
}

/** True for an event that only shows that the connection is alive. */
const isSignOfLife = ({ kind }: EventContent): boolean => /ping|heart-?beat|keep-?alive/i.test(kind);

/** True for an event whose data is empty. If it has the same name as most events, it tells nothing about their text. */
function isEmpty({ found }: EventContent): boolean {
  return found.length > 0 && found.every(({ path, text }) => path === 'data' && text === '');
}

/** The content of the field `event`, which is the first part of the kind. */
function nameOf({ kind }: EventContent): string | undefined {
  return /^\["[^"]*"/.exec(kind)?.[0];
}

/**
 * True where an event of another shape stands between two events of the usual shape: its effect on the text is not
 * known.
 */
function hasOthersBetween(pieces: readonly EventContent[]): boolean {
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

/** True where each event has a number that does not count the events, and that may be a position in the text so far. */
function placesAreOffsets(pieces: readonly EventContent[]): boolean {
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

/**
 * True for a number that counts the pieces: it only rises, by one at three of four steps or more, while three of four
 * pieces or more are longer than one character. A larger step means that a piece was lost.
 */
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
