import { onSuccess } from '../on-answer.ts';
import { integersInWav } from './decoding/wav-chunks.ts';
import { of16Bits } from './raw-samples.ts';
import { isNoise, isSound } from './roughness.ts';
import { audioIn, notInContainer, onAudio, speechBodyOf } from './speech-body.ts';
import { typeNameOf, typeParametersOf } from '../../bodies/media-type.ts';

/**
 * Integer samples of a WAV are little-endian (Microsoft and IBM, Multimedia Programming Interface and Data
 * Specifications 1.0: RIFF is; RIFX is not). Fails only where they are noise as they stand, and sound when read high
 * byte first: whatever a voice sounds like, the low bytes of its samples are noise.
 */
export const isLittleEndian = onAudio((audio) => {
  const integers = integersInWav(audio);
  if (integers === undefined) return notInContainer('WAV of integer samples');
  if (!isNoise(integers, integers.width - 1, integers.width - 2) || !isSound(integers, 0, 1)) return [];
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
 * The parameters that audio/L16 has (RFC 3551 4.5.11, RFC 4856 2.1.12). One more may mean another layout: engines that
 * send the low byte first add `codec=pcm`, for example.
 */
const parametersOfL16: readonly string[] = ['rate', 'channels', 'channel-order', 'emphasis', 'ptime', 'maxptime'];

/** Samples that `contentType` calls audio/L16 have their high byte first (RFC 2586 2, RFC 3551 4.5.11). Others judge what is missing. */
export const isInNetworkOrder = onSuccess((answer) => {
  const contentType = speechBodyOf(answer)?.contentType;
  const audio = audioIn(answer);
  if (typeof contentType !== 'string' || audio === undefined) return [];
  const isL16 =
    typeNameOf(contentType) === 'audio/l16' &&
    [...typeParametersOf(contentType).keys()].every((name) => parametersOfL16.includes(name));
  if (!isL16) return [];
  const samples = of16Bits(audio);
  if (!isNoise(samples, 0, 1) || !isSound(samples, 1, 0)) return [];
  return [
    {
      subject: 'samples',
      expected: `the high byte of each first, as ${contentType} says`,
      observed: 'the low byte first: noise as it stands, and sound when its bytes are swapped',
      reference: 'RFC 3551 4.5.11',
    },
  ];
});
