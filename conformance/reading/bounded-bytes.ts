/** All bytes of a stream; undefined where it is longer than `most` bytes, and reading then stops. */
export async function boundedBytes(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
