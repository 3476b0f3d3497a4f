import { signatureOf } from '../../audio/containers.ts';

/** First letters of containers besides those that are judged: other RIFF, AIFF, AU and CAF. */
const signs = ['RIFF', 'FORM', '.snd', 'caff'];

/** Whether the bytes begin like a container or frame of audio, in which text stands uncompressed. */
export function isAudio(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  // Of any layer and version of MPEG audio, of which beginningOf names some.
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return isFrame || signatureOf(bytes) !== undefined || signs.some((sign) => head.startsWith(sign));
}
