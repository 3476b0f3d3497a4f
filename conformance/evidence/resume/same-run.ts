import type { RunHeader } from '../../model/run.ts';

/** A difference between a begun run and the one that is requested now. */
type Difference = { readonly what: string; readonly before: string; readonly now: string };

type Value = string | number | boolean | readonly string[] | undefined;

/** Compares everything that decides what is sent and how it is weighed; speed and duration may differ in each part. */
export function differencesOf(before: RunHeader, now: RunHeader): readonly Difference[] {
  const told = (what: string, of: (header: RunHeader) => Value): readonly Difference[] => {
    const sides = { before: textOf(of(before)), now: textOf(of(now)) };
    return sides.before === sides.now ? [] : [{ what, ...sides }];
  };
  return [
    ...told('the version of assay', ({ tool }) => tool.version),
    ...told('the interface document (sha256)', ({ document }) => document.sha256),
    ...told('the target', ({ target }) => target),
    ...told('--seed', ({ seed }) => seed),
    ...told('--strict', ({ strict }) => strict),
    ...told('--require', ({ require }) => require),
    ...checksThatDiffer(before.plan.checks, now.plan.checks),
    ...told('what was given', ({ given }) => given?.credentials),
    ...told('--bot', ({ given }) => given?.bot),
    ...told('--other-bot', ({ given }) => given?.otherBot),
    ...told('the names of --header', ({ given }) => given?.headers),
    ...told('the known failures of --known-failures', ({ knownFailures }) =>
      knownFailures?.map((each) => JSON.stringify(each)),
    ),
    ...told('the --dialect', ({ dialect }) => dialect && JSON.stringify(dialect)),
  ];
}

function checksThatDiffer(before: readonly string[], now: readonly string[]): readonly Difference[] {
  if (before.join('\n') === now.join('\n')) return [];
  const besides = (these: readonly string[], others: readonly string[]): string => {
    const [first, ...more] = these.filter((id) => !others.includes(id));
    if (first === undefined) return `${these.length} checks`;
    return `${these.length} checks, among them ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  };
  return [{ what: 'the checks (--only, --profile)', before: besides(before, now), now: besides(now, before) }];
}

/** The value as readers see it; `none` where there is no value. */
function textOf(value: Value): string {
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(', ');
  return String(value ?? 'none');
}
