import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { certificateText as textFor } from '../../reports/certificate.ts';
import { readPublicKey } from '../input/key-files.ts';
import { print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { UsageError } from '../errors/usage-error.ts';
import { verifyBundle } from '../certificate/verify-bundle.ts';

/** `assay verify BUNDLE --key pub.pem`: is the certificate what it claims to be? Sends nothing. */
export async function verify(args: readonly string[], flags: RawSettings): Promise<number> {
  const path = bundleAt(args[0]);
  const key = readPublicKey(flags['key']);
  const at = momentOf(flags['at']);
  const verification = await verifyBundle(path, key, at);
  print(textFor({ ...verification, path, at: at.toISOString() }, terminalStyle()));
  const codes = verification.problems.map(({ code }) => code);
  return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0;
}

function bundleAt(given: string | undefined): string {
  if (given === undefined)
    throw new UsageError('verify needs the folder of a bundle: npx assay verify BUNDLE --key pub.pem');
  const path = resolve(given);
  if (!existsSync(path) || !statSync(path).isDirectory()) throw new UsageError(`${path} is not a folder`);
  if (existsSync(join(path, certificateFile))) return path;
  const inner = join(path, 'bundle');
  const hint = existsSync(join(inner, certificateFile)) ? `; did you mean ${inner}?` : '; assay certify makes one';
  throw new UsageError(`${path} is not a bundle: there is no ${certificateFile} in it${hint}`);
}

/** The time by which validity is judged: now, or `--at`. */
function momentOf(given: unknown): Date {
  if (given === undefined) return new Date();
  const at = typeof given === 'string' && /^\d{4}-\d{2}-\d{2}/.test(given) ? new Date(given) : undefined;
  if (at !== undefined && !Number.isNaN(at.getTime())) return at;
  throw new UsageError(`--at is ${JSON.stringify(given)}, expected a time such as 2026-12-31 or 2026-12-31T12:00:00Z`);
}
