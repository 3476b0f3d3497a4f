/** Integer samples of `width` bytes each, with those of the channels in turn. */
export type Integers = { readonly bytes: Uint8Array; readonly channels: number; readonly width: number };

/**
 * Roughness from which samples count as noise, and up to which they count as sound. In noise each sample differs from
 * the next as much as from any other, which makes 1; in speech the next sample is much like the last.
 */
const noisyFrom = 0.75;
const smoothTo = 0.25;

/** Most samples that are read: some twenty seconds, in a few milliseconds. */
const samplesRead = 2 ** 19;

/** True where the samples are noise if the bytes at `high` and `low` of each are read. */
export function isNoise(integers: Integers, high: number, low: number): boolean {
  const roughness = roughnessOf(integers, high, low);
  return roughness !== undefined && roughness >= noisyFrom;
}

/** True where the samples are sound if the bytes at `high` and `low` of each are read. */
export function isSound(integers: Integers, high: number, low: number): boolean {
  const roughness = roughnessOf(integers, high, low);
  return roughness !== undefined && roughness <= smoothTo;
}

/**
 * The mean square of the steps from sample to sample, divided by that of the steps between any two samples. Undefined
 * for silence.
 */
function roughnessOf({ bytes, channels, width }: Integers, high: number, low: number): number | undefined {
  const count = Math.min(samplesRead, Math.floor(bytes.length / width));
  const sampleAt = (place: number): number =>
    (((bytes[place * width + high] ?? 0) << 24) >> 16) | (bytes[place * width + low] ?? 0);
  let [sum, squares, steps] = [0, 0, 0];
  for (let place = 0; place < count; place += 1) {
    const sample = sampleAt(place);
    sum += sample;
    squares += sample * sample;
    if (place < channels) continue;
    const step = sample - sampleAt(place - channels);
    steps += step * step;
  }
  const variance = squares / count - (sum / count) ** 2;
  return count <= channels || variance === 0 ? undefined : steps / (count - channels) / (2 * variance);
}
