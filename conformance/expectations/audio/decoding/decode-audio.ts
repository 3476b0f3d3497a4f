import { flacLeavesToItsHeader } from './flac-layout.ts';
import { id3Bytes } from './mpeg-frames.ts';
import { mp3InWav, plainWav, withoutOddChunks } from './wav-chunks.ts';
import { inPieces, type Samples } from './pieces.ts';
import { quietDecoders } from './quiet-decoders.ts';

/** Sound as a decoder gives it; `peak` from 0 to 1. */
export type Sound = { readonly is: 'sound'; readonly seconds: number; readonly peak: number };
/** `isGap`: the decoders do not know what it is, and it may sound elsewhere. */
export type NoSound = { readonly is: 'noSound'; readonly because: string; readonly isGap?: true };

/** What the decoders say of a container or a codec that they do not have. */
const gapOfDecoders = /unsupported|unknown audio format|no decoder|not supported/i;

/** Decodes what is in a container, by the decoders behind audio-decode. */
export async function decodeAudio(audio: Uint8Array): Promise<Sound | NoSound> {
  quietDecoders();
  const decodable = plainBytes(mp3InWav(audio) ?? plainWav(audio) ?? withoutOddChunks(audio) ?? withoutTags(audio));
  let [length, rate, peak] = [0, 0, 0];
  try {
    for await (const { channelData, sampleRate } of samplesOf(decodable)) {
      length += channelData[0]?.length ?? 0;
      rate ||= sampleRate;
      for (const samples of channelData) peak = Math.max(peak, peakOf(samples));
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    return { is: 'noSound', because, ...(gapOfDecoders.test(because) ? { isGap: true } : {}) };
  }
  if (length === 0 && flacLeavesToItsHeader(audio))
    return { is: 'noSound', because: 'a FLAC whose frames leave their layout to its header', isGap: true };
  if (length === 0) return { is: 'noSound', because: 'it decodes to no samples' };
  return { is: 'sound', seconds: length / rate, peak };
}

/** Not as a Buffer, whose `slice` makes no copy: the decoder of WAV relies on one that it can read wider samples from. */
function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Decoders skip one tag of ID3v2 and no more; where there is nothing else, all is left for them to object to. */
function withoutTags(audio: Uint8Array): Uint8Array {
  const bytes = id3Bytes(audio);
  return bytes < audio.length ? audio.subarray(bytes) : audio;
}

/** Of what is decoded from its beginning on no more is held than a piece; a container at once. */
async function* samplesOf(audio: Uint8Array): AsyncIterable<Samples> {
  const { default: decode } = await import('audio-decode');
  const pieces = inPieces(audio);
  if (pieces === undefined) {
    yield await decode(audio);
    return;
  }
  const decoder = await decode[pieces.format]();
  try {
    for (const piece of pieces.all()) yield await decoder(piece);
    yield await decoder();
  } finally {
    decoder.free();
  }
}

/** By index, as there may be millions of samples: a function or an iterator takes twenty times as long. */
function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (let at = 0; at < samples.length; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
  return peak;
}
