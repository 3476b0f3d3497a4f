import type { ResultFolder } from './result-folder.ts';
import { unknownName } from './usage-error.ts';

/** Writes one more file into the folder of a load run, from the records that are in it. */
export type LoadFormat = (folder: ResultFolder) => Promise<void>;

/** What `assay report --format` writes of a load run beside its reports; each is loaded when it is asked for. */
export const loadFormats: Readonly<Record<string, LoadFormat>> = {
  csv: async (folder) => (await import('./requests-csv.ts')).writeRequestsCsv(folder),
};

/** The names of `--format`, which may be given several times, or several with commas between them. */
export function formatNames(flag: unknown): readonly string[] {
  const values = Array.isArray(flag) ? flag : flag === undefined ? [] : [flag];
  return values
    .flatMap((value) => String(value).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Throws a UsageError for a name that there is not. */
export function loadFormatsNamed(names: readonly string[]): readonly LoadFormat[] {
  return names.map((name) => {
    const format = Object.hasOwn(loadFormats, name) ? loadFormats[name] : undefined;
    if (format === undefined) throw unknownName('format', name, Object.keys(loadFormats));
    return format;
  });
}
