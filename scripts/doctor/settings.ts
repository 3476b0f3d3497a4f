import { existsSync } from 'node:fs';
import { settingsFrom, type RawSettings, type Settings } from '../../conformance/settings/settings.ts';
import type { Diagnostic } from '../../reports/doctor.ts';
import { readCa, readSettingsAlone } from '../input/read-settings.ts';
import { UsageError, usageErrorOf } from '../errors/usage-error.ts';
import { missing, ok } from './diagnostic.ts';

/** The settings that could be read, and what is wrong with the others. */
type SettingsSeen = {
  readonly settings: Settings;
  readonly ca: string | undefined;
  readonly looks: readonly Diagnostic[];
};

/** Mistakes in the flags are thrown; mistakes in the environment and in the file are findings of the doctor. */
export async function seenSettings(flags: RawSettings): Promise<SettingsSeen> {
  const ofFlags = settingsFrom(flags, {}, {});
  if (ofFlags.is === 'invalid') throw usageErrorOf(ofFlags.errors);
  try {
    const settings = await readSettingsAlone(flags);
    const found = existsSync('assay.yaml')
      ? 'read'
      : 'none in this folder: settings come from flags and the environment';
    return { settings, ca: readCa(settings), looks: [ok('assay.yaml', found)] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const todo = 'fix these; check would end with exit code 3';
    const looks = error.mistakes.map((each) => missing('settings', each, todo));
    const settings = settingsWithoutFile(flags) ?? ofFlags.settings;
    return { settings, ca: caOf(settings), looks };
  }
}

/** The text of `--ca`; undefined where it cannot be read, which has been reported already. */
function caOf(settings: Settings): string | undefined {
  try {
    return readCa(settings);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function settingsWithoutFile(flags: RawSettings): Settings | undefined {
  const { CI: _, ...env } = process.env;
  const outcome = settingsFrom(flags, env, {});
  return outcome.is === 'settings' ? outcome.settings : undefined;
}
