import { resolve } from 'node:path';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { isChallenge, newChallenge } from '../../conformance/evidence/challenge.ts';
import { certificateText as textFor, verificationOf } from '../../reports/certificate.ts';
import { escapeControlsInJson } from '../../reports/text/visible.ts';
import { readAuthorities } from '../input/authorities.ts';
import { readPublicKey } from '../input/key-files.ts';
import { printResult, print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { UsageError } from '../errors/usage-error.ts';
import { version } from '../package/version.ts';
import { bundleAt } from '../certificate/bundle-at.ts';
import { verifiedDeep } from '../certificate/deep.ts';
import { riskOfThisBuild } from '../certificate/false-alarms/risk.ts';
import { readStatusFile, withStatusFrom } from '../certificate/status-file.ts';
import { verifyBundle, type Verification } from '../certificate/verify-bundle.ts';

/**
 * `assay verify BUNDLE --key pub.pem`: whether the certificate is what it claims to be. Sends nothing to the outside;
 * `--deep` judges reference services in this process. With only `--challenge` it prints a new challenge, for `certify`
 * to answer.
 */
export async function verify(args: readonly string[], flags: RawSettings): Promise<number> {
  const challenge = flags['challenge'];
  if (challenge === true && args[0] === undefined) {
    print(newChallenge());
    return 0;
  }
  const path = bundleAt(args[0], 'verify');
  const given = challengeIn(challenge);
  const key = readPublicKey(flags['key']);
  const authorities = readAuthorities(flags['timestamp-ca']);
  const at = momentOf(flags['at']);
  const verified = await verifyBundle(path, key, at, { challenge: given, authorities });
  const listed = await listedIn(flags, path, verified, at.toISOString());
  const verification = flags['deep'] === true ? await verifiedDeep(listed) : listed;
  const bundle = { ...verification, risk: riskOfThisBuild(), path, at: at.toISOString(), challenge: given };
  const result = verificationOf(bundle, { name: 'assay', version });
  if (flags['json'] === true) await printResult(escapeControlsInJson(JSON.stringify(result, null, 2)));
  else print(textFor(bundle, terminalStyle()));
  return result.exitCode;
}

/** With `--status`: the certificate's status in a list, which has to name it. */
async function listedIn(flags: RawSettings, path: string, verified: Verification, at: string): Promise<Verification> {
  const { status: file, 'status-key': own } = flags;
  if (file === undefined && own === undefined) return verified;
  if (typeof file !== 'string') throw new UsageError('--status-key needs --status FILE');
  const key = own === undefined ? readPublicKey(flags['key']) : readPublicKey(own, '--status-key');
  const list = readStatusFile(resolve(file), [key]);
  if (list === undefined) throw new UsageError(`--status ${file} is not there; assay recheck writes one`);
  return withStatusFrom(verified, { list, file, bundle: path, at });
}

/** The challenge that the certificate has to answer. Throws a UsageError where it is invalid. */
function challengeIn(given: unknown): string | undefined {
  if (given === undefined || isChallenge(given)) return given;
  const what = given === true ? 'stands alone' : `is ${JSON.stringify(given)}`;
  throw new UsageError(
    `--challenge ${what}, expected the 64 hexadecimal digits that you gave; without a bundle it prints new ones`,
  );
}

/** The time at which validity is judged: now, or `--at`. */
function momentOf(given: unknown): Date {
  if (given === undefined) return new Date();
  const at = typeof given === 'string' && /^\d{4}-\d{2}-\d{2}/.test(given) ? new Date(given) : undefined;
  if (at !== undefined && !Number.isNaN(at.getTime())) return at;
  throw new UsageError(`--at is ${JSON.stringify(given)}, expected a time such as 2026-12-31 or 2026-12-31T12:00:00Z`);
}
