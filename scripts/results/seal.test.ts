import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { forgetKey, keyFolder, keyOf, newKey, seal, unseal } from './seal.ts';

describe('what is sealed', () => {
  const env = { XDG_STATE_HOME: emptyFolder() };

  it('is read by its key, and by no other', () => {
    const [key, other] = [newKey(env), newKey(env)];
    const text = seal('a-secret-token ✓', key);
    expect(unseal(text, key)).toBe('a-secret-token ✓');
    expect(unseal(text, other)).toBeUndefined();
    expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain('secret');
    expect(seal('a-secret-token ✓', key)).not.toBe(text);
  });
  it('is nothing once a letter of it is another, or it is cut', () => {
    const key = newKey(env);
    const bytes = Buffer.from(seal('a-secret-token', key), 'base64');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(changed.toString('base64'), key)).toBeUndefined();
      expect(unseal(bytes.subarray(0, at).toString('base64'), key)).toBeUndefined();
    }
  });
  it('has a key that only its user may read, and that can be forgotten', () => {
    const key = newKey(env);
    expect(keyOf(key.id, env)).toEqual({ id: key.id, bytes: expect.any(Uint8Array) as Uint8Array });
    expect(statSync(keyFolder(env)).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(keyFolder(env)))
      expect(statSync(join(keyFolder(env), file)).mode & 0o777).toBe(0o600);
    forgetKey(key, env);
    expect(keyOf(key.id, env)).toBeUndefined();
  });
  it.each(['', '../../etc/passwd', '/etc/passwd', `${'0'.repeat(31)}/`])('has no key elsewhere: %s', (id) => {
    expect(keyOf(id, env)).toBeUndefined();
  });
});
