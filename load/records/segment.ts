/** A part of a schedule in the notation of k6, `1/4:1/2`: from the first bound up to, and excluding, the second. */
export type Segment = { readonly text: string; readonly from: Bound; readonly to: Bound };

type Bound = { readonly text: string; readonly at: number };

/** Largest difference of equal bounds, which are quotients. */
const sameWithin = 1e-9;

/**
 * Reads a segment: bounds are 0, 1, decimals or quotients between them, the first smaller than the second. Undefined
 * where the text is not a segment.
 */
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

/** The parts of a whole schedule that no segment covers, in order. */
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

/** A schedule of k6: its number of users, and of virtual users that send their requests. */
type Schedule = { readonly users: number; readonly virtualUsers: number };

/**
 * Number of users of a schedule in a segment that is the k-th of n equal parts. k6 distributes the virtual users first,
 * so that with 100 of them the first of three segments has 34, and then the users in proportion. A test of k6ext
 * compares this with k6. Undefined for a segment that is not such a part.
 */
export function usersOfSegment({ from, to }: Segment, schedule: Schedule): number | undefined {
  const parts = Math.round(1 / (to.at - from.at));
  const place = Math.round(from.at * parts);
  const isPart = Math.abs(place / parts - from.at) < sameWithin && Math.abs((place + 1) / parts - to.at) < sameWithin;
  return isPart ? usersAt(place, parts, schedule) : undefined;
}

/**
 * Users come in rounds of as many as there are virtual users. Within a round each user goes to the segment with the
 * most virtual users that has not exceeded its share so far.
 */
function usersAt(place: number, parts: number, { users, virtualUsers }: Schedule): number {
  const round = Math.max(1, Math.min(users, virtualUsers));
  const shares = Array.from({ length: Math.min(parts, round) }, (_, at) => Math.ceil((round - at) / parts));
  const own = shares[place] ?? 0;
  const left = users % round;
  const had = shares.map(() => 0);
  for (let user = 0; user < left; user += 1) {
    const next = shares.findIndex((share, at) => (had[at] ?? 0) * round <= user * share);
    had[next] = (had[next] ?? 0) + 1;
  }
  return Math.floor(users / round) * own + (had[place] ?? 0);
}
