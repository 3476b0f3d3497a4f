import { chainFinder, probesOf, type Chained } from './chain.ts';
import type { Probe } from './probe.ts';
import { quickChecks } from './quick-checks.ts';

/** Which checks to report: `only` globs unite, and what they give intersects the profile. */
type Selection = { readonly only: readonly string[]; readonly profile?: string | undefined };

/** What a profile needs to know of a check or an observation: its id, and every probe that is sent for its sake. */
type Profile = (id: string, sent: readonly Probe[]) => boolean;

const costsNothing: Profile = (_, sent) =>
  sent.length > 0 && sent.every(({ costs }) => costs.chats + costs.speeches === 0);
const needsNothing: Profile = (_, sent) => sent.every(({ needs }) => needs.length === 0);
const named =
  (ids: RegExp): Profile =>
  (id) =>
    ids.test(id);

const quick = new Set(quickChecks);

/** What a client of event streams says that it accepts, as EventSource and the like do, is judged beside what others say. */
const streamsForAClient = new Set([
  'transport.negotiation/events-are-taken-of-a-stream',
  'transport.negotiation/a-stream-that-may-be-json-is-a-stream',
  'transport.negotiation/errors-come-to-who-takes-events',
]);

/**
 * Named sets in the document's words; `quick` is what finds the most for few requests. `free` costs no credits, and `public`
 * needs no token either: neither for the checks themselves nor for the controls that are sent with them.
 */
export const profiles: Readonly<Record<string, Profile>> = {
  all: () => true,
  public: (id, sent) => costsNothing(id, sent) && needsNothing(id, sent),
  free: costsNothing,
  chat: named(/^(bots|chat|sessions)\./),
  stream: (id) => id.startsWith('stream.') || streamsForAClient.has(id),
  speech: named(/^(voices|speech)\./),
  metering: named(/^metering\./),
  quick: (id) => quick.has(id),
};

/** The checks that a selection names, in their own order. `all` is every check there is, where these are not all. */
export function selected<T extends Chained>(
  checks: readonly T[],
  { only, profile }: Selection,
  all: readonly Chained[] = checks,
): readonly T[] {
  const globs = only.map(namedBy);
  const asked = profile ?? 'all';
  const inProfile = (Object.hasOwn(profiles, asked) ? profiles[asked] : undefined) ?? (() => false);
  const chainOf = chainFinder(all);
  const sentFor = (check: Chained): readonly Probe[] => chainOf(check).flatMap(probesOf);
  return checks.filter(
    (check) =>
      inProfile(check.id, sentFor(check)) && (globs.length === 0 || globs.some((isNamed) => isNamed(check.id))),
  );
}

/** `*` crosses `.` and `/`; everything else stands for itself. A topic alone (`speech.speed`) names all of its checks. */
export function namedBy(glob: string): (id: string) => boolean {
  const [whole, below] = [glob.split('*'), `${glob}/*`.split('*')];
  return (id) => hasInOrder(id, whole) || hasInOrder(id, below);
}

/** The parts of a glob one behind the other, the first at the beginning and the last at the end; no part is tried twice. */
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
