import type { RawSettings } from '../../conformance/settings/settings.ts';
import { UsageError } from '../errors/usage-error.ts';

type Kind = 'check' | 'load';

/** The names for `--format`: the kind of runs (`check` includes `fuzz`) and the file that is written. */
export const formatTable = {
  ctrf: { of: 'check', file: 'ctrf.json' },
  sarif: { of: 'check', file: 'sarif.json' },
  har: { of: 'check', file: 'exchanges.har' },
  'known-failures': { of: 'check', file: 'known-failures.yaml' },
  csv: { of: 'load', file: 'requests.csv' },
} as const satisfies Readonly<Record<string, { readonly of: Kind; readonly file: string }>>;

type FormatName = keyof typeof formatTable;

const entries = Object.entries(formatTable) as readonly (readonly [
  FormatName,
  { readonly of: Kind; readonly file: string },
])[];

/** The names of one kind of run. */
export function formatsOf(kind: Kind): readonly FormatName[] {
  return entries.flatMap(([name, { of }]) => (of === kind ? [name] : []));
}

export function formatFilesOf(kind: Kind): readonly string[] {
  return entries.flatMap(([, { of, file }]) => (of === kind ? [file] : []));
}

const runsOf: Readonly<Record<Kind, string>> = { check: 'check and fuzz runs', load: 'load runs' };

/** The formats of one kind of run, for example `csv` for load runs. */
export type FormatOf<K extends Kind> = {
  [Name in FormatName]: (typeof formatTable)[Name]['of'] extends K ? Name : never;
}[FormatName];

/** The additional formats of a check or fuzz run, and whether its page has a script. */
export type CheckFormats = { readonly names: readonly FormatOf<'check'>[]; readonly script: boolean };

export type Formats = { readonly check: CheckFormats; readonly load: readonly FormatOf<'load'>[] };

/** The files that every run has, and no others. */
export const usualFormats: CheckFormats = { names: [], script: true };

/**
 * The formats that a command line names (including `--no-script`), and the other flags: in settings, `format` is the
 * audio that `load` asks for. Names may be combined (`ctrf,sarif`) and repeated. Throws for a format that none of these
 * runs has.
 */
export function formatsIn(
  { format, script, ...flags }: RawSettings,
  ...runs: readonly Kind[]
): { readonly formats: Formats; readonly flags: RawSettings } {
  const given = Array.isArray(format) ? format.map(String) : [];
  const names = [...new Set(given.flatMap((each) => each.split(',')).map((name) => name.trim()))];
  const known = names.map((name) => knownFormat(name, runs));
  const of = <K extends Kind>(kind: K): readonly FormatOf<K>[] =>
    known.filter((name): name is FormatOf<K> & FormatName => formatTable[name].of === kind);
  return { formats: { check: { names: of('check'), script: script !== false }, load: of('load') }, flags };
}

function knownFormat(name: string, runs: readonly Kind[]): FormatName {
  const all = Object.keys(formatTable) as readonly FormatName[];
  const found = all.find((each) => each === name);
  const told = all.filter((each) => runs.includes(formatTable[each].of)).join(', ');
  if (found === undefined) throw new UsageError(`--format is ${JSON.stringify(name)}, expected one of ${told}`);
  const kind = formatTable[found].of;
  if (runs.includes(kind)) return found;
  throw new UsageError(`--format ${name} is for ${runsOf[kind]}; leave it out here`);
}
