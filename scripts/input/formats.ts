import type { RawSettings } from '../../conformance/settings/settings.ts';
import { UsageError } from '../errors/usage-error.ts';

type Kind = 'check' | 'load';

/** Of which runs `--format` writes each; `check` are those of `fuzz` too. */
const kinds = { ctrf: 'check', sarif: 'check', har: 'check', csv: 'load' } as const satisfies Record<string, Kind>;

const runsOf: Readonly<Record<Kind, string>> = { check: 'check and fuzz runs', load: 'load runs' };

type FormatName = keyof typeof kinds;

/** The formats of one kind of run, such as `csv` of load runs. */
export type FormatOf<K extends Kind> = {
  [Name in FormatName]: (typeof kinds)[Name] extends K ? Name : never;
}[FormatName];

/** What is written of a check or fuzz run besides, and whether its page has a script. */
export type CheckFormats = { readonly names: readonly FormatOf<'check'>[]; readonly script: boolean };

export type Formats = { readonly check: CheckFormats; readonly load: readonly FormatOf<'load'>[] };

/** Nothing but what every run has. */
export const usualFormats: CheckFormats = { names: [], script: true };

/**
 * The formats that a command line names (`--no-script` among them), and the rest of it: among settings `format` is the audio that `load` asks for.
 * Names may stand together (`ctrf,sarif`) and come several times. Throws for one that none of these runs has.
 */
export function formatsIn(
  { format, script, ...flags }: RawSettings,
  ...runs: readonly Kind[]
): { readonly formats: Formats; readonly flags: RawSettings } {
  const given = Array.isArray(format) ? format.map(String) : [];
  const names = [...new Set(given.flatMap((each) => each.split(',')).map((name) => name.trim()))];
  const known = names.map((name) => knownFormat(name, runs));
  const of = <K extends Kind>(kind: K): readonly FormatOf<K>[] =>
    known.filter((name): name is FormatOf<K> & FormatName => kinds[name] === kind);
  return { formats: { check: { names: of('check'), script: script !== false }, load: of('load') }, flags };
}

function knownFormat(name: string, runs: readonly Kind[]): FormatName {
  const all = Object.keys(kinds) as readonly FormatName[];
  const found = all.find((each) => each === name);
  const told = all.filter((each) => runs.includes(kinds[each])).join(', ');
  if (found === undefined) throw new UsageError(`--format is ${JSON.stringify(name)}, expected one of ${told}`);
  const kind = kinds[found];
  if (runs.includes(kind)) return found;
  throw new UsageError(`--format ${name} is for ${runsOf[kind]}; leave it out here`);
}
