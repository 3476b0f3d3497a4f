import { randomFrom } from './random.ts';

/**
 * How an audit request differs from the other requests of a run. `repeat`: it repeats the message of a recent request,
 * which a cache may answer. `plain`: it has the header fields of a common client instead of assay's, by which a service
 * may recognise its examiner.
 */
export type AuditKind = 'repeat' | 'plain';

export const auditKinds: readonly AuditKind[] = ['repeat', 'plain'];

/** Share of each kind among all requests. */
const share = 0.2;

/** Largest time in milliseconds between a message and its repeat; half of the warm-up where that is less. */
const mostBackMs = 5_000;

/**
 * The kind of the request with this index, the same for the same seed. Undefined for a request with a fresh message and
 * assay's header fields.
 */
export function auditKindOf(seed: number, index: number): AuditKind | undefined {
  const drawn = randomFrom(seed, `audit ${index}`)();
  return drawn < share ? 'repeat' : drawn < 2 * share ? 'plain' : undefined;
}

/**
 * The place of the request whose message this request repeats: the last fresh one that is long enough ago for a cache
 * to have it. Undefined where there is none, which happens within the warm-up only.
 *
 * @param starts of the schedule, ascending
 */
export function repeatedPlace(
  starts: readonly { readonly atMs: number }[],
  place: number,
  { seed, warmupMs }: { readonly seed: number; readonly warmupMs: number },
): number | undefined {
  const before = (starts[place]?.atMs ?? 0) - Math.min(mostBackMs, warmupMs / 2);
  let earliest: number | undefined;
  for (let at = place - 1; at >= 0; at -= 1) {
    if (auditKindOf(seed, at) !== undefined) continue;
    if ((starts[at]?.atMs ?? 0) <= before) return at;
    earliest = at;
  }
  return earliest;
}

/** The header fields that curl sends: none of assay's, and none that names the request. */
export const plainFields = { 'User-Agent': 'curl/8.14.1', Accept: '*/*' } as const;
