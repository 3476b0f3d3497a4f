import { generateKeyPairSync } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keyIdOf } from '../../conformance/evidence/dsse.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { makeFolder } from '../input/make-folder.ts';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

const privateFile = 'key.pem';
const publicFile = 'pub.pem';

/** `assay keygen`: a new Ed25519 pair, the private `key.pem` and the public `pub.pem`. Overwrites nothing. */
export async function keygen(_args: readonly string[], flags: RawSettings): Promise<number> {
  const folder = resolve(typeof flags['out'] === 'string' ? flags['out'] : '.');
  const there = [privateFile, publicFile].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (there !== undefined)
    throw new UsageError(`${there} is there already, and keys are never overwritten; name another --out`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [secret, open] = [join(folder, privateFile), join(folder, publicFile)];
  try {
    makeFolder(folder);
    // The flag wx also fails on a file that was made a moment ago.
    writeFileSync(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    keepPublic(open, publicKey.export({ type: 'spki', format: 'pem' }), secret);
  } catch (error) {
    throw new UsageError(`no key could be written to ${folder}: ${errorMessage(error)}`);
  }
  console.log(`private key: ${secret} (whoever has it can sign in your name)`);
  console.log(`public key:  ${open} (give it to those who verify)`);
  console.log(`key id:      ${keyIdOf(publicKey)}`);
  return 0;
}

/** Removes the private key where the public one cannot be written: half a pair is useless. */
function keepPublic(path: string, pem: string | Buffer, secret: string): void {
  try {
    writeFileSync(path, pem, { flag: 'wx' });
  } catch (error) {
    rmSync(secret);
    throw error;
  }
}
