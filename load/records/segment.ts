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

/** A schedule of k6: its users, and the virtual users that play them. */
type Schedule = { readonly users: number; readonly virtualUsers: number };

/**
 * How many users of a schedule one of n equal segments plays. k6 shares virtual users out first, so that with 100 of them
 * the first of three segments has 34, and then users in proportion to these. A test of k6ext holds that it does.
 * Undefined for a segment that is no such part.
 */
export function usersIn({ from, to }: Segment, schedule: Schedule): number | undefined {
  const parts = Math.round(1 / (to.at - from.at));
  const place = Math.round(from.at * parts);
  const isPart = Math.abs(place / parts - from.at) < sameWithin && Math.abs((place + 1) / parts - to.at) < sameWithin;
  return isPart ? usersAt(place, parts, schedule) : undefined;
}

/**
 * Users come in rounds of as many as there are virtual users. Within a round each one goes to the segment with the most
 * virtual users that does not have more than its share by then.
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
