import { isNoise, isSound, type Integers } from './roughness.ts';

/** The bytes as samples of 16 bits, of one channel: those of two, taken in turn, are as smooth. */
export function of16Bits(bytes: Uint8Array): Integers {
  return { bytes, channels: 1, width: 2 };
}

/**
 * True for raw samples that are surely of 16 bits, of whichever byte order: sound when read so, and noise where each
 * byte is a sample, as the low bytes are. Others read so are noise, and samples of 8 bits are smooth as they stand.
 */
export function areOf16Bits(bytes: Uint8Array): boolean {
  const samples = of16Bits(bytes);
  return (isSound(samples, 1, 0) || isSound(samples, 0, 1)) && isNoise({ bytes, channels: 1, width: 1 }, 0, 0);
}
