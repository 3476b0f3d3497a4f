import { createHash } from 'node:crypto';

/** What is kept of bytes that cannot be searched: at their length, so that what was said of it stays true. */
export function redactUnsearchable(bytes: Uint8Array): Uint8Array {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const said = `[${bytes.length} bytes that cannot be searched for secrets, and are not kept; their sha256 is ${sha256}]`;
  return Buffer.from(said.slice(0, bytes.length).padEnd(bytes.length, '*'), 'latin1');
}
