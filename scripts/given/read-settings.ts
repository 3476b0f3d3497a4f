import { existsSync, readFileSync } from 'node:fs';
import { settingsFrom, type RawSettings, type Settings } from '../../conformance/core/settings/settings.ts';
import { keepSecretsOf } from './known-secrets.ts';
import { readTextFile } from './text-file.ts';
import { UsageError } from './usage-error.ts';
import { wordsOf } from './words-of.ts';

const settingsFile = 'assay.yaml';

/** The settings of this invocation. Throws a UsageError that names every mistake at once. */
export async function readSettings(flags: RawSettings): Promise<Settings> {
  const outcome = settingsFrom(flags, process.env, await fileSettings());
  if (outcome.is === 'settings') {
    keepSecretsOf(outcome.settings);
    return outcome.settings;
  }
  throw new UsageError(outcome.errors.join('\nassay: '));
}

async function fileSettings(): Promise<RawSettings> {
  if (!existsSync(settingsFile)) return {};
  const { parse } = await import('yaml');
  try {
    const content: unknown = parse(readFileSync(settingsFile, 'utf8'));
    if (content === null) return {};
    if (typeof content === 'object' && !Array.isArray(content)) return content as RawSettings;
  } catch (error) {
    throw new UsageError(`${settingsFile} cannot be read: ${mistakeOf(error)}`);
  }
  throw new UsageError(`${settingsFile} is not a list of settings such as "target: https://staging.example.com"`);
}

/** The text of `--ca`; undefined where none was given. */
export function readCa({ caFile }: Pick<Settings, 'caFile'>): string | undefined {
  return caFile === undefined ? undefined : readTextFile('--ca', caFile);
}

/** What and where, without the text that is there: it may be a secret. */
function mistakeOf(error: unknown): string {
  const [first = ''] = wordsOf(error).split('\n');
  return first.replace(/: .*?(?= at line \d|$)/, '').replace(/:$/, '');
}
