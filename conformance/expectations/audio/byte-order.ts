import { integersInWav } from './decoding/wav-chunks.ts';
import { notIn, onAudio } from './spoken.ts';

/**
 * Roughness (see `roughnessOf`) from which samples count as noise, and up to which they count as sound. In noise each
 * sample differs from the next as much as from any other, which makes 1; in speech the next sample is much like the
 * last.
 */
const noisyFrom = 0.75;
const smoothTo = 0.25;
type Integers = NonNullable<ReturnType<typeof integersInWav>>;

/** Most samples that are read: some twenty seconds, in a few milliseconds. */
const samplesRead = 2 ** 19;

/**
 * Integer samples of a WAV are little-endian (Microsoft and IBM, Multimedia Programming Interface and Data
 * Specifications 1.0: RIFF is; RIFX is not). Fails only where they are noise as they stand, and sound when read high
 * byte first: whatever a voice sounds like, the low bytes of its samples are noise.
 */
export const isLittleEndian = onAudio((audio) => {
  const integers = integersInWav(audio);
  if (integers === undefined) return notIn('WAV of integer samples');
  const asIs = roughnessOf(integers, integers.width - 1, integers.width - 2);
  if (asIs === undefined || asIs < noisyFrom) return [];
  const swapped = roughnessOf(integers, 0, 1);
  if (swapped === undefined || swapped > smoothTo) return [];
  return [
    {
      subject: 'WAV samples',
      expected: 'the low byte of each sample first',
      observed: 'the high byte first: noise as it stands, and sound when its bytes are swapped',
      reference: 'RIFF WAVE',
    },
  ];
});

/**
 * The mean square of the steps from sample to sample, divided by that of the steps between any two samples. Undefined
 * for silence. Reads the bytes at `high` and `low` of each sample.
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
