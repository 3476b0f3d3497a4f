import { parseBearerToken } from '../../conformance/settings/setting-values.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { readCa, readSettings } from '../input/read-settings.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The settings of both services. A credential is never sent to another host than the one it was given for. */
export async function liveSettings(
  [urlA, urlB]: readonly [string, string],
  flags: RawSettings,
): Promise<{ readonly a: Settings; readonly b: Settings }> {
  const a = await readSettings({ ...flags, target: urlA });
  const b = await readSettings({ ...flags, target: urlB });
  readCa(a);
  const tokenB = tokenOfB(flags);
  if (hostOf(a) !== hostOf(b)) refuseSharing(a, tokenB);
  return { a, b: { ...b, token: tokenB ?? a.token } };
}

function tokenOfB(flags: RawSettings): string | undefined {
  const given = flags['token-b'] ?? process.env['ASSAY_TOKEN_B'];
  if (given === undefined) return undefined;
  const token = parseBearerToken('token-b', typeof given === 'string' ? given : '');
  if (token.is === 'error') throw new UsageError(token.error);
  return token.value;
}

function refuseSharing({ token, headers }: Settings, tokenB: string | undefined): void {
  if (token !== undefined && tokenB === undefined)
    throw new UsageError(
      'the two URLs are on different hosts: expected --token-b (ASSAY_TOKEN_B) for the second, observed one token for both',
    );
  if (token === undefined && tokenB !== undefined)
    throw new UsageError(
      'the two URLs are on different hosts: expected --token (ASSAY_TOKEN) for the first, observed --token-b alone',
    );
  if (headers.length > 0)
    throw new UsageError('the two URLs are on different hosts, and --header would be sent to both; leave it out');
}

/**
 * Identifies a host without its port: two versions often run side by side. Plain HTTP counts as another host than
 * HTTPS.
 */
function hostOf({ target = '' }: Settings): string {
  const { protocol, hostname } = new URL(target);
  return `${protocol}//${hostname}`;
}
