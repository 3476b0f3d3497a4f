/** A part of a schedule as k6 writes it, `1/4:1/2`: from the first bound up to, and without, the second. */
export type Segment = { readonly text: string; readonly from: Bound; readonly to: Bound };

type Bound = { readonly text: string; readonly at: number };

/** Bounds are quotients: what is nearer than this is the same. */
const sameWithin = 1e-9;

/** Undefined where the text is none: bounds are 0, 1, decimals or quotients between them, the first one smaller. */
export function segmentFrom(text: string): Segment | undefined {
  const [from, to, ...others] = text.split(':').map(boundFrom);
  if (from === undefined || to === undefined || others.length > 0 || !(from.at < to.at)) return undefined;
  return { text, from, to };
}

function boundFrom(text: string): Bound | undefined {
  const [, above = '', below = '1'] = /^(\d{1,9}(?:\.\d{1,12})?)(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  const at = Number(above) / Number(below);
  return above !== '' && at >= 0 && at <= 1 ? { text, at } : undefined;
}

/** What of a whole schedule no segment has, in order. */
export function missingSegments(segments: readonly Segment[]): readonly Segment[] {
  const missing: Segment[] = [];
  let covered: Bound = { text: '0', at: 0 };
  const cover = ({ from, to }: { readonly from: Bound; readonly to: Bound }): void => {
    if (from.at > covered.at + sameWithin)
      missing.push({ text: `${covered.text}:${from.text}`, from: covered, to: from });
    if (to.at > covered.at) covered = to;
  };
  segments.toSorted((a, b) => a.from.at - b.from.at).forEach(cover);
  const end: Bound = { text: '1', at: 1 };
  cover({ from: end, to: end });
  return missing;
}

/**
 * How many of so many users, of 0 and up, a segment plays. Of n equal segments the i-th has every n-th user, from the
 * i-th on: so k6 stripes a schedule over them, which a test of k6ext holds. Undefined for a segment that is no such part.
 */
export function usersIn({ from, to }: Segment, users: number): number | undefined {
  const parts = Math.round(1 / (to.at - from.at));
  const place = Math.round(from.at * parts);
  const isPart = Math.abs(place / parts - from.at) < sameWithin && Math.abs((place + 1) / parts - to.at) < sameWithin;
  return isPart ? Math.max(0, Math.ceil((users - place) / parts)) : undefined;
}
