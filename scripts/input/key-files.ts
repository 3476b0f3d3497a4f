import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { constants, statSync } from 'node:fs';
import { escapeControls } from '../../reports/text/visible.ts';
import { print } from '../output/print.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readBytes } from '../reading/read-bytes.ts';
import { rememberSecret } from './known-secrets.ts';
import { UsageError } from '../errors/usage-error.ts';

/** An Ed25519 key to sign with (PEM, PKCS#8). Throws a UsageError that says what is wrong without quoting the file. */
export function readPrivateKey(file: unknown): KeyObject {
  const path = named(file, 'the private key to sign with, as assay keygen makes it');
  const pem = pemIn(path);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new UsageError(`--key ${path} is not a private key in PEM; assay keygen makes one`);
  refuseSeveral(pem, `--key ${path}`);
  tellIfOpen(path);
  for (const line of pem.split(/\s*\n/)) if (!line.startsWith('-----')) rememberSecret('${KEY}', line);
  return ed25519(`--key ${path}`, () => createPrivateKey(pem));
}

/** An Ed25519 key to verify with (PEM, SPKI), from the given flag. Throws a UsageError. */
export function readPublicKey(file: unknown, flag = '--key'): KeyObject {
  const path = named(file, 'the public key of whoever signed', flag);
  const pem = pemIn(path, flag);
  if (pem.includes('PRIVATE KEY-----'))
    throw new UsageError(`${flag} ${path} is a private key: give its public key, and keep the private one secret`);
  if (!pem.includes('-----BEGIN PUBLIC KEY-----'))
    throw new UsageError(`${flag} ${path} is not a public key in PEM; assay keygen makes one`);
  refuseSeveral(pem, `${flag} ${path}`);
  return ed25519(`${flag} ${path}`, () => createPublicKey(pem));
}

/**
 * Refuses several keys in one file: OpenSSL takes the first, so a user who meant another would be told that it did not
 * sign.
 */
function refuseSeveral(pem: string, named: string): void {
  const { length } = pem.match(/-----BEGIN [A-Z ]*KEY-----/g) ?? [];
  if (length > 1)
    throw new UsageError(`${named} holds ${length} keys, and only one can be meant: give a file with that one`);
}

/**
 * Warns where group or others can read the key. Windows reports every file as readable by all, and a pipe is private.
 */
function tellIfOpen(path: string): void {
  const { mode } = statSync(path);
  if (process.platform === 'win32' || (mode & constants.S_IFMT) !== constants.S_IFREG || (mode & 0o066) === 0) return;
  const permissions = (mode & 0o777).toString(8).padStart(4, '0');
  print(
    `--key ${escapeControls(path)}: others than its owner may read or change this private key (mode ${permissions}), and sign in its name; chmod 600 keeps it to its owner`,
    process.stderr,
  );
}

/** Latin-1 reads one character a byte: PEM is ASCII (RFC 7468), and text around it may have any encoding. */
function pemIn(path: string, flag = '--key'): string {
  return readBytes({ path, as: flag }, { most: fileBounds.pemBytes, takesPipes: true }).toString('latin1');
}

function named(file: unknown, what: string, flag = '--key'): string {
  if (typeof file === 'string' && file !== '') return file;
  throw new UsageError(`${flag} FILE is needed: ${what}`);
}

function ed25519(named: string, read: () => KeyObject): KeyObject {
  const key = readOr(read);
  if (key === undefined)
    throw new UsageError(`${named} is damaged, or protected by a passphrase; npx assay keygen makes a key without one`);
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(`${named} is a key of the type ${key.asymmetricKeyType ?? 'unknown'}, expected ed25519`);
}

/** Undefined on failure: OpenSSL's error messages do not help users. */
function readOr(read: () => KeyObject): KeyObject | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
