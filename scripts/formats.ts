import type { Exchange } from '../conformance/core/exchange.ts';
import type { Run } from '../conformance/core/run.ts';
import type { RawSettings } from '../conformance/core/settings.ts';
import type { Background } from '../reports/background.ts';
import { checkCtrf } from '../reports/ctrf.ts';
import { exchangesHar } from '../reports/har.ts';
import { checkSarif } from '../reports/sarif.ts';
import { UsageError } from './usage-error.ts';

/** What `--format` writes besides the reports that are always there. */
type Format = {
  readonly file: string;
  readonly write: (run: Run, exchanges: readonly Exchange[], background: Background) => string;
};

/** The formats of a check or fuzz run by their names on the command line. */
const checkFormats: ReadonlyMap<string, Format> = new Map([
  ['ctrf', { file: 'ctrf.json', write: checkCtrf }],
  ['sarif', { file: 'sarif.json', write: checkSarif }],
  ['har', { file: 'exchanges.har', write: exchangesHar }],
] satisfies [string, Format][]);

/** The formats that a command line names, and the rest of it: among settings `format` is the audio that `load` asks for. */
export function formatsIn({ format, ...flags }: RawSettings): {
  readonly formats: readonly string[];
  readonly flags: RawSettings;
} {
  return { formats: formatNames(format), flags };
}

/** Names may stand together (`ctrf,sarif`) and come several times. Throws for one that there is not. */
function formatNames(flag: unknown): readonly string[] {
  const given = Array.isArray(flag) ? flag.filter((each) => typeof each === 'string') : [];
  const names = [...new Set(given.flatMap((each) => each.split(',')).map((name) => name.trim()))];
  const wrong = names.find((name) => !checkFormats.has(name));
  if (wrong === undefined) return names;
  throw new UsageError(`--format is ${JSON.stringify(wrong)}; there are ${[...checkFormats.keys()].join(', ')}`);
}

/** A format by its name, which `formatNames` has checked. */
export function formatOf(name: string): Format {
  const format = checkFormats.get(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}
