import type { Readable } from 'node:stream';

/** True where a body that was read so far has ended as well: its end may have come with the last piece. */
export async function isAtItsEnd(body: Pick<Readable, 'readableEnded'>): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  return body.readableEnded;
}
