import { createHash } from 'node:crypto';

/**
 * Replaces bytes that cannot be searched by a note of the same length, so that statements about their length stay true.
 */
export function redactUnsearchable(bytes: Uint8Array): Uint8Array {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const said = `[${bytes.length} bytes that cannot be searched for secrets, and are not kept; their sha256 is ${sha256}]`;
  return Buffer.from(said.slice(0, bytes.length).padEnd(bytes.length, '*'), 'latin1');
}
