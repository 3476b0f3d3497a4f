import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { UsageError } from '../errors/usage-error.ts';
import { surroundingTarget } from './read-settings.ts';

/** The credentials that may be lent, by the names of their settings, with their flags. */
const lendable = {
  token: 'token',
  otherToken: 'other-token',
  spentToken: 'spent-token',
  provisioner: 'provisioner',
} as const satisfies Partial<Record<keyof Settings, string>>;

/**
 * Throws a UsageError where a file names another service than the environment or assay.yaml does, and their credentials
 * would be sent to it: the author of the file chose that service. Credentials given by flags, and a service named by a
 * flag, are the user's decision for this command.
 */
export async function refuseLentCredentials(
  settings: Settings,
  flags: RawSettings,
  { what, target }: { readonly what: string; readonly target: string },
): Promise<void> {
  if (flags['target'] !== undefined || flags['embedded'] === true) return;
  const around = await surroundingTarget();
  if (around === undefined || new URL(around).origin === new URL(target).origin) return;
  const lent = Object.entries(lendable).flatMap(([name, flag]) =>
    settings[name as keyof typeof lendable] !== undefined && flags[flag] === undefined ? [flag] : [],
  );
  const all = [...lent, ...(settings.headers.length > 0 && flags['header'] === undefined ? ['header'] : [])];
  if (all.length === 0) return;
  throw new UsageError(
    `${what} is about ${target}, and ${isSet('ASSAY_TARGET') ? 'ASSAY_TARGET' : 'assay.yaml'} is ${around}: what is set for that service (${all.join(', ')}) is not sent to another one, and nothing was sent; set ASSAY_TARGET and the credentials of ${target}, or give --target ${target}`,
  );
}

const isSet = (name: string): boolean => (process.env[name] ?? '').trim() !== '';
