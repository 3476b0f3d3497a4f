import { segmentFrom } from '../../load/records/segment.ts';

/** Tolerance: bounds of segments are quotients, so smaller differences are rounding. */
const sameWithin = 1e-9;

/** The place of a segment among `pods` equal ones, from 0; undefined where it is none of them. */
export function segmentIndex(text: string, pods: number): number | undefined {
  const segment = segmentFrom(text);
  if (segment === undefined) return undefined;
  const place = Math.round(segment.from.at * pods);
  const isIt =
    Math.abs(segment.from.at - place / pods) < sameWithin && Math.abs(segment.to.at - (place + 1) / pods) < sameWithin;
  return isIt ? place : undefined;
}

/** A segment in k6-operator's notation. */
export function segmentAt(place: number, pods: number): string {
  return `${place}/${pods}:${place + 1}/${pods}`;
}
