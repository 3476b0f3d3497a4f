import { expect, it } from 'vitest';
import { ownBytes } from './own-bytes.ts';

it('what is shared out is copied into memory of its own', () => {
  const shared = Buffer.from('some letters');
  expect(shared.buffer.byteLength).toBeGreaterThan(shared.length);
  const own = ownBytes(shared);
  expect(own.buffer.byteLength).toBe(shared.length);
  expect(Buffer.from(own).toString()).toBe('some letters');
});
it('what has its own is not copied', () => {
  const bytes = Buffer.from(new ArrayBuffer(100));
  expect(ownBytes(bytes).buffer).toBe(bytes.buffer);
});
