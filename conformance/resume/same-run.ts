import type { RunHeader } from '../core/run/run.ts';

/** In what a run that was begun is another than the one that is asked for now. */
export type Difference = { readonly what: string; readonly then: string; readonly now: string };

/** Everything that decides what is sent and how it is weighed; how fast and how long is for each part to say. */
export function differencesOf(then: RunHeader, now: RunHeader): readonly Difference[] {
  const told = (what: string, of: (header: RunHeader) => unknown): readonly Difference[] => {
    const sides = { then: textOf(of(then)), now: textOf(of(now)) };
    return sides.then === sides.now ? [] : [{ what, ...sides }];
  };
  return [
    ...told('the version of assay', ({ tool }) => tool.version),
    ...told('the interface document (sha256)', ({ document }) => document.sha256),
    ...told('the target', ({ target }) => target),
    ...told('--seed', ({ seed }) => seed),
    ...told('--strict', ({ strict }) => strict),
    ...told('--require', ({ require }) => require),
    ...checksThatDiffer(then.plan.checks, now.plan.checks),
    ...told('what was given', ({ given }) => given?.means),
    ...told('--bot', ({ given }) => given?.bot),
    ...told('--other-bot', ({ given }) => given?.otherBot),
    ...told('the names of --header', ({ given }) => given?.headers),
    ...told('the known failures of --expected', ({ knownFailures }) =>
      knownFailures?.map((each) => JSON.stringify(each)),
    ),
    ...told('the --dialect', ({ dialect }) => dialect && JSON.stringify(dialect)),
  ];
}

function checksThatDiffer(then: readonly string[], now: readonly string[]): readonly Difference[] {
  if (then.join('\n') === now.join('\n')) return [];
  const besides = (these: readonly string[], others: readonly string[]): string => {
    const [first, ...more] = these.filter((id) => !others.includes(id));
    if (first === undefined) return `${these.length} checks`;
    return `${these.length} checks, among them ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  };
  return [{ what: 'the checks (--only, --profile)', then: besides(then, now), now: besides(now, then) }];
}

/** As people read it; none for what is not there. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return value === undefined ? 'none' : String(value);
}
