import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../input/state-folder.ts';

/**
 * Encrypts the secrets in a result folder: the key is stored elsewhere, readable only for this user of this machine,
 * and only as long as it is needed. The folder alone reveals nothing, and a foreign folder cannot pass off a command as
 * one that assay wrote.
 */
export type SealKey = { readonly id: string; readonly bytes: Uint8Array };

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

export function keyFolder(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), 'workspaces');
}

function fileOf(id: string, env: NodeJS.ProcessEnv): string {
  return join(keyFolder(env), `${id}.key`);
}

/** Throws where the key cannot be stored. */
export function newKey(env: NodeJS.ProcessEnv): SealKey {
  const key = { id: randomBytes(16).toString('hex'), bytes: randomBytes(keyBytes) };
  mkdirSync(keyFolder(env), { recursive: true, mode: 0o700 });
  writeFileSync(fileOf(key.id, env), key.bytes, { mode: 0o600, flag: 'wx' });
  return key;
}

export function keyOf(id: string, env: NodeJS.ProcessEnv): SealKey | undefined {
  // The id comes from the folder, which may be foreign, so its form is checked.
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  try {
    const bytes = readFileSync(fileOf(id, env));
    return bytes.length === keyBytes ? { id, bytes } : undefined;
  } catch {
    return undefined;
  }
}

export function forgetKey({ id }: SealKey, env: NodeJS.ProcessEnv): void {
  rmSync(fileOf(id, env), { force: true });
}

export function seal(text: string, { bytes }: SealKey): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, bytes, iv, { authTagLength: tagBytes });
  const hidden = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), hidden]).toString('base64');
}

/** The decrypted text; undefined for anything that was not sealed by this key. */
export function unseal(text: string, { bytes }: SealKey): string | undefined {
  const all = Buffer.from(text, 'base64');
  const [iv, tag] = [all.subarray(0, ivBytes), all.subarray(ivBytes, ivBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  const opening = createDecipheriv(cipher, bytes, iv, { authTagLength: tagBytes }).setAuthTag(tag);
  try {
    return Buffer.concat([opening.update(all.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
