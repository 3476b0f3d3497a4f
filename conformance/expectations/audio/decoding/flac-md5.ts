import { createHash } from 'node:crypto';
import { sampleSumsOf, streamInfoOf } from './flac-stream-info.ts';
import type { Samples } from './pieces.ts';

/** Most bits of a sample that floats of 32 bits give back exactly, and how far such a float is from a whole number. */
const mostBits = 16;
const closest = 0.01;

type Hash = { readonly add: (samples: Samples['channelData']) => void; readonly end: () => string | undefined };

/**
 * The MD5 of decoded samples as a FLAC states it: whole numbers of as few bytes as they need, low byte first, those of
 * the channels in turn (RFC 9639 8.2). Its end is undefined where the decoder did not give whole numbers back, and where
 * it did not find as many samples as the header counts. Undefined for audio that is no plain FLAC, or states none.
 */
export function flacMd5(audio: Uint8Array): Hash | undefined {
  const flac = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const [bits = Infinity, stated] = [streamInfoOf(flac)?.bits, sampleSumsOf(flac)];
  if (bits > mostBits || stated?.md5 === undefined || stated.samples === 0) return undefined;
  const hash = createHash('md5');
  let [count, areWhole] = [0, true];
  return {
    add: (channels) => {
      count += channels[0]?.length ?? 0;
      const bytes = areWhole ? wholeNumbers(channels, bits) : undefined;
      if (bytes === undefined) areWhole = false;
      else hash.update(bytes);
    },
    end: () => (areWhole && count === stated.samples ? hash.digest('hex') : undefined),
  };
}

/**
 * Loops by index, since there may be millions of samples. The decoder of audio-decode 3.12 makes the highest number 1;
 * what the lowest becomes, which is one further from 0, is not relied on.
 */
function wholeNumbers(channels: Samples['channelData'], bits: number): Buffer | undefined {
  const [scale, width] = [2 ** (bits - 1) - 1, Math.ceil(bits / 8)];
  const length = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(length * channels.length * width);
  for (let at = 0, to = 0; at < length; at += 1) {
    for (const samples of channels) {
      const sample = (samples[at] ?? 0) * scale;
      const whole = Math.round(sample);
      if (Math.abs(sample - whole) > closest || Math.abs(whole) >= scale) return undefined;
      bytes.writeIntLE(whole, to, width);
      to += width;
    }
  }
  return bytes;
}
