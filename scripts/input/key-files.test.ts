import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { readPrivateKey, readPublicKey } from './key-files.ts';

const pemOf = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
const [one, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];

function fileOf(text: string, mode = 0o600): string {
  const path = join(emptyFolder(), 'key.pem');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

afterEach(() => void vi.restoreAllMocks());

describe('a file with a key', () => {
  it('holds one key: of several nobody can tell which is meant', () => {
    const { privateKey, publicKey } = one;
    const both = fileOf(pemOf(publicKey) + pemOf(other.publicKey));
    const says = (flag: string, path: string): string =>
      `${flag} ${path} holds 2 keys, and only one can be meant: give a file with that one`;
    expect(() => readPublicKey(both)).toThrow(says('--key', both));
    expect(() => readPublicKey(both, '--status-key')).toThrow(says('--status-key', both));
    const secrets = fileOf(pemOf(privateKey) + pemOf(other.privateKey));
    expect(() => readPrivateKey(secrets)).toThrow(says('--key', secrets));
    expect(readPublicKey(fileOf(`what it is for\n${pemOf(publicKey)}`)).equals(publicKey)).toBe(true);
  });
  it.skipIf(process.platform === 'win32')('is told where others can sign by it', () => {
    const told: unknown[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(text) > 0);
    const secret = pemOf(one.privateKey);
    readPrivateKey(fileOf(secret));
    readPublicKey(fileOf(pemOf(one.publicKey), 0o644));
    expect(told).toEqual([]);
    const [open, group] = [fileOf(secret, 0o777), fileOf(secret, 0o640)];
    readPrivateKey(open);
    readPrivateKey(group);
    const says = (path: string, mode: string): string =>
      `--key ${path}: others than its owner may read or change this private key (mode ${mode}), and sign in its name; chmod 600 keeps it to its owner\n`;
    expect(told).toEqual([says(open, '0777'), says(group, '0640')]);
  });
});
