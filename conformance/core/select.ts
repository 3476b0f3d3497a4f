import type { Probe } from './probe.ts';

/** Which checks to report: `only` globs unite, and what they give intersects the profile. */
export type Selection = { readonly only: readonly string[]; readonly profile?: string | undefined };

/** What a profile needs to know of a check or an observation. */
type Profiled = { readonly id: string; readonly probe?: Probe };

const costsNothing = ({ probe }: Profiled): boolean =>
  probe !== undefined && probe.costs.chats + probe.costs.speeches === 0;

/** Named sets in the document's words. `free` costs no credits, `public` needs no token either. */
export const profiles: Readonly<Record<string, (check: Profiled) => boolean>> = {
  all: () => true,
  public: ({ probe }) => probe !== undefined && probe.needs.length === 0,
  free: costsNothing,
  chat: ({ id }) => /^(bots|chat|sessions)\./.test(id),
  stream: ({ id }) => id.startsWith('stream.'),
  speech: ({ id }) => /^(voices|speech)\./.test(id),
  metering: ({ id }) => id.startsWith('metering.'),
};

/** The checks that a selection names, in their own order. */
export function selected<T extends Profiled>(checks: readonly T[], { only, profile }: Selection): readonly T[] {
  const globs = only.map(globPattern);
  const named = profile ?? 'all';
  const inProfile = (Object.hasOwn(profiles, named) ? profiles[named] : undefined) ?? (() => false);
  return checks.filter(
    (check) => inProfile(check) && (globs.length === 0 || globs.some((glob) => glob.test(check.id))),
  );
}

/** `*` crosses `.` and `/`; everything else stands for itself. A topic alone (`speech.speed`) names all of its checks. */
function globPattern(glob: string): RegExp {
  const literal = glob.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join('.*')}(/.*)?$`);
}
