import { otherwiseRead } from './other-signs.ts';
import { within, type UnescapedText } from './unescaped-text.ts';
import { unescaped } from './unescaped.ts';

/**
 * The readings of a text: with its escapes undone up to `deepest` times, and each of these with other signs undone too.
 * All places refer to the source.
 */
export function* unescapedForms(bytes: Uint8Array, deepest: number): Iterable<UnescapedText> {
  yield* otherwiseRead(bytes);
  let reading: UnescapedText | undefined = unescaped(bytes);
  for (let again = 0; reading !== undefined && again < deepest; again += 1) {
    yield reading;
    for (const other of otherwiseRead(reading.letters)) yield within(reading, other);
    const inner = reading.isSpelled ? unescaped(reading.letters) : undefined;
    reading = inner && within(reading, inner);
  }
}
