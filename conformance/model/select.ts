import { chainFinder, probesOf, type Chained } from './chain.ts';
import type { Probe } from './probe.ts';
import { quickChecks } from './quick-checks.ts';

/** Which checks are reported: the union of the `only` globs, intersected with the profile. */
type Selection = { readonly only: readonly string[]; readonly profile?: string | undefined };

/** Whether a profile has a check or an observation, by its id and every probe that is sent for it. */
type Profile = (id: string, sent: readonly Probe[]) => boolean;

const costsNothing: Profile = (_, sent) =>
  sent.length > 0 && sent.every(({ costs }) => costs.chats + costs.speeches === 0);
const needsNothing: Profile = (_, sent) => sent.every(({ needs }) => needs.length === 0);
const named =
  (ids: RegExp): Profile =>
  (id) =>
    ids.test(id);

const quick = new Set(quickChecks);

/**
 * Checks of what a client of event streams, such as EventSource, says that it accepts: they stand beside those of other
 * clients.
 */
const streamsForAClient = new Set([
  'transport.negotiation/events-are-taken-of-a-stream',
  'transport.negotiation/a-stream-that-may-be-json-is-a-stream',
  'transport.negotiation/errors-come-to-who-takes-events',
]);

/**
 * Named sets in the document's words; `quick` finds the most for few requests. `free` costs no credits, and `public`
 * needs no token either: neither for the checks themselves nor for the controls that are sent with them.
 */
export const profiles: Readonly<Record<string, Profile>> = {
  all: () => true,
  public: (id, sent) => costsNothing(id, sent) && needsNothing(id, sent),
  free: costsNothing,
  chat: named(/^(bots|chat|sessions)\.(?!callers\/)/),
  stream: (id) => id.startsWith('stream.') || streamsForAClient.has(id),
  speech: named(/^(voices|speech)\.(?!callers\/)/),
  // With what holds for every kind of caller, as both need a provisioner.
  metering: named(/^metering\.|\.callers\//),
  quick: (id) => quick.has(id),
};

/** The checks that a selection names, in their own order. `all` has every check, where `checks` does not. */
export function selectChecks<T extends Chained>(
  checks: readonly T[],
  { only, profile }: Selection,
  all: readonly Chained[] = checks,
): readonly T[] {
  const globs = only.map(globMatcher);
  const asked = profile ?? 'all';
  const inProfile = (Object.hasOwn(profiles, asked) ? profiles[asked] : undefined) ?? (() => false);
  const chainOf = chainFinder(all);
  const sentFor = (check: Chained): readonly Probe[] => chainOf(check).flatMap(probesOf);
  return checks.filter(
    (check) =>
      inProfile(check.id, sentFor(check)) && (globs.length === 0 || globs.some((isNamed) => isNamed(check.id))),
  );
}

/**
 * `*` also matches `.` and `/`; everything else stands for itself. A topic alone (`speech.speed`) names all of its
 * checks.
 */
export function globMatcher(glob: string): (id: string) => boolean {
  const [whole, below] = [glob.split('*'), `${glob}/*`.split('*')];
  return (id) => hasInOrder(id, whole) || hasInOrder(id, below);
}

/**
 * True where the parts of a glob follow each other in the id, the first at its beginning and the last at its end; no
 * part is tried twice.
 */
function hasInOrder(id: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.at(-1);
  if (last === undefined) return id === first;
  if (!id.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return id.length - last.length >= at && id.endsWith(last);
}
