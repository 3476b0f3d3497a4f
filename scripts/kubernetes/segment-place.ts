import { segmentFrom } from '../../load/records/segment.ts';

/** Bounds are quotients: what is nearer than this is the same. */
const sameWithin = 1e-9;

/** Which of so many equal segments this is, from 0; undefined where it is none of them. */
export function placeOf(text: string, pods: number): number | undefined {
  const segment = segmentFrom(text);
  if (segment === undefined) return undefined;
  const place = Math.round(segment.from.at * pods);
  const isIt =
    Math.abs(segment.from.at - place / pods) < sameWithin && Math.abs(segment.to.at - (place + 1) / pods) < sameWithin;
  return isIt ? place : undefined;
}

/** A segment as k6-operator writes it, for people. */
export function segmentAt(place: number, pods: number): string {
  return `${place}/${pods}:${place + 1}/${pods}`;
}
