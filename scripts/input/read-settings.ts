import { existsSync } from 'node:fs';
import { settingsFrom, targetNamed, type RawSettings, type Settings } from '../../conformance/settings/settings.ts';
import { isHttpUrl } from '../../conformance/reading/http-url.ts';
import { proxyFlaw } from '../../conformance/http/proxied.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readBytes } from '../reading/read-bytes.ts';
import { readYaml } from '../reading/read-yaml.ts';
import { rememberSecrets, rememberSecretsOf } from './known-secrets.ts';
import { UsageError, usageErrorOf } from '../errors/usage-error.ts';

const settingsFile = 'assay.yaml';

/**
 * The settings of this invocation, with a proxy that can be used. Throws a UsageError that names every mistake at once.
 */
export async function readSettings(flags: RawSettings): Promise<Settings> {
  const settings = await readSettingsAlone(flags);
  const { target, provisioner } = settings;
  const urls = [target, provisioner].filter((url) => url !== undefined && isHttpUrl(url));
  const flaws = new Set(urls.flatMap((url) => proxyFlaw(url ?? '') ?? []));
  if (flaws.size > 0) throw usageErrorOf([...flaws]);
  return settings;
}

/** The same without checking the proxy. */
export async function readSettingsAlone(flags: RawSettings): Promise<Settings> {
  const outcome = settingsFrom(flags, process.env, await fileSettings());
  if (outcome.is === 'settings') {
    rememberSecretsOf(outcome.settings);
    return outcome.settings;
  }
  rememberSecrets(outcome.fileSecrets);
  throw usageErrorOf(outcome.errors);
}

/** The target of the environment or assay.yaml, ignoring the flags; undefined where neither names one. */
export async function surroundingTarget(): Promise<string | undefined> {
  const named = targetNamed(process.env, await fileSettings());
  if (named?.is === 'error') throw usageErrorOf([named.error]);
  return named?.value;
}

async function fileSettings(): Promise<RawSettings> {
  if (!existsSync(settingsFile)) return {};
  const { value } = await readYaml({ path: settingsFile });
  if (value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as RawSettings;
  throw new UsageError(`${settingsFile} is not a list of settings such as "target: https://staging.example.com"`);
}

/** The text of `--ca`; undefined where none was given. */
export function readCa({ caFile }: Pick<Settings, 'caFile'>): string | undefined {
  if (caFile === undefined) return undefined;
  // Latin-1 reads one character a byte: names between the certificates may have any encoding.
  const pem = readBytes({ path: caFile, as: '--ca' }, { most: fileBounds.pemBytes, takesPipes: true }).toString(
    'latin1',
  );
  // Checked even where nothing is sent by TLS: a file named by mistake may be a key.
  if (/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(pem)) return pem;
  throw new UsageError(`--ca ${caFile} has no certificate in it, expected a PEM file with BEGIN CERTIFICATE`);
}
