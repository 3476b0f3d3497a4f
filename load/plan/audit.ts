import { randomFrom } from './random.ts';

/**
 * What of a request differs from the run's others in an audit. `repeat`: it says what another has said shortly before, which a cache may answer.
 * `plain`: it comes with the header fields of a common client, and not with ours, by which a service may know its examiner.
 */
export type AuditKind = 'repeat' | 'plain';

export const auditKinds: readonly AuditKind[] = ['repeat', 'plain'];

/** Of all requests, each kind. */
const share = 0.2;

/** A repeat says what was said so long before, or half of the warm-up, whichever is less. */
const mostBackMs = 5_000;

/** The kind of the request with this index, the same for the same seed; undefined: fresh, and with our header fields. */
export function auditKindOf(seed: number, index: number): AuditKind | undefined {
  const drawn = randomFrom(seed, `audit ${index}`)();
  return drawn < share ? 'repeat' : drawn < 2 * share ? 'plain' : undefined;
}

/**
 * Whose words the request in this place repeats: those of the last fresh one that is long enough over for a cache to have
 * it. Undefined where there is none, which is so within the warm-up only.
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

/** As curl sends them: no field of ours, and none that names the request. */
export const plainFields = { 'User-Agent': 'curl/8.14.1', Accept: '*/*' } as const;
