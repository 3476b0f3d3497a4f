import { flacFrameNeedsHeader, flacWithoutTag, withLayoutInFrames } from './flac-layout.ts';
import { flacMd5 } from './flac-md5.ts';
import { id3Bytes } from './mpeg-frames.ts';
import { mp3InWav, plainWav, withoutOddChunks } from './wav-chunks.ts';
import { splitIntoPieces, type Samples } from './pieces.ts';
import { silenceDecoders } from './quiet-decoders.ts';
import { whyNoSound } from './why-no-sound.ts';

/**
 * Sound as a decoder gives it. `peak`: from 0 to 1. `audibleSeconds`: the seconds without silence before and after. `peakToPeak`:
 * from 0 to 2, how far a channel goes from its lowest sample to its highest, since a constant level cannot be heard.
 * `longestPauseSeconds`: the longest silence, in seconds, with sound before and after it.
 */
export type Sound = {
  readonly is: 'sound';
  readonly seconds: number;
  readonly audibleSeconds: number;
  readonly peak: number;
  readonly peakToPeak: number;
  readonly longestPauseSeconds: number;
  /** Of a plain FLAC: the MD5 of its samples, where they are known exactly. */
  readonly md5?: string;
};
/** `lacksCodec`: the decoders do not know the format, and it may sound with others. */
export type NoSound = { readonly is: 'noSound'; readonly because: string; readonly lacksCodec?: true };

/**
 * Share of the peak below which a sound counts as the silence of a recording, such as dither, hiss or a fade (-40 dB).
 */
export const silenceShareOfPeak = 0.01;

/** Peak below which a sound counts as silent to a listener: a thousandth of full scale (-60 dB). */
export const silencePeak = 0.001;

/** Matches what the decoders say about a container or a codec that they do not have. */
const gapOfDecoders = /unsupported|unknown audio format|no decoder|not supported/i;

/** Decodes audio in a container with the decoders of audio-decode. */
export async function decodeAudio(audio: Uint8Array): Promise<Sound | NoSound> {
  silenceDecoders();
  const given = flacWithoutTag(audio) ?? audio;
  const decodable = plainBytes(
    withLayoutInFrames(given) ?? mp3InWav(given) ?? plainWav(given) ?? withoutOddChunks(given) ?? withoutTags(given),
  );
  let [length, rate] = [0, 0];
  const blocks: Block[] = [];
  const hash = flacMd5(given);
  try {
    for await (const { channelData, sampleRate } of samplesOf(decodable)) {
      rate ||= sampleRate;
      blocks.push(...blocksOf(channelData, length, Math.ceil(rate * blockSeconds)));
      length += channelData[0]?.length ?? 0;
      hash?.add(channelData);
    }
  } catch (error) {
    const thrown = error instanceof Error ? error.message : String(error);
    const because = whyNoSound(given) ?? (isOfItsCode(error) ? 'bytes that its decoder fails on' : thrown);
    return { is: 'noSound', because, ...(gapOfDecoders.test(thrown) ? { lacksCodec: true } : {}) };
  }
  if (length === 0 && flacFrameNeedsHeader(decodable))
    return { is: 'noSound', because: 'a FLAC whose frames leave their layout to its header', lacksCodec: true };
  if (length === 0) return { is: 'noSound', because: whyNoSound(given) ?? 'it decodes to no samples' };
  const peak = blocks.reduce((highest, block) => Math.max(highest, block.peak), 0);
  const md5 = hash?.end();
  return {
    ...(md5 === undefined ? {} : { md5 }),
    is: 'sound',
    seconds: length / rate,
    audibleSeconds: soundingSamples(blocks, peak, rate) / rate,
    peak,
    peakToPeak: swingOf(blocks),
    longestPauseSeconds: longestPauseIn(blocks) / rate,
  };
}

/** True for an error in the code of a decoder, whose message says nothing to a reader. */
function isOfItsCode(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}

/**
 * A plain array and not a Buffer, whose `slice` makes no copy: the decoder of WAV relies on a copy to read wider
 * samples.
 */
function plainBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * The audio without ID3v2 tags, since decoders skip only one. Audio with nothing else is left as it is, for the
 * decoders to reject.
 */
function withoutTags(audio: Uint8Array): Uint8Array {
  const bytes = id3Bytes(audio);
  return bytes < audio.length ? audio.subarray(bytes) : audio;
}

/**
 * Decodes piece by piece, to hold only one, where a format can be decoded from its beginning on; other containers at
 * once.
 */
async function* samplesOf(audio: Uint8Array): AsyncIterable<Samples> {
  const { default: decode } = await import('audio-decode');
  const pieces = splitIntoPieces(audio);
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

/**
 * Length of a block in seconds: short enough to measure lengths by, and long enough that there are few blocks to hold.
 */
const blockSeconds = 0.01;

type Extremes = { readonly lowest: number; readonly highest: number };

/** A range of samples with its peak. Each channel has its own extremes. */
type Block = {
  readonly from: number;
  readonly to: number;
  readonly peak: number;
  readonly channels: readonly Extremes[];
};

function blocksOf(channelData: Samples['channelData'], before: number, most: number): readonly Block[] {
  const length = channelData[0]?.length ?? 0;
  return Array.from({ length: Math.ceil(length / most) }, (_, index) => {
    const [from, to] = [index * most, Math.min((index + 1) * most, length)];
    const channels = channelData.map((samples) => extremesOf(samples, from, to));
    const peak = Math.max(...channels.map(({ lowest, highest }) => Math.max(highest, -lowest)));
    return { from: before + from, to: before + to, peak, channels };
  });
}

/**
 * Shortest silence in seconds that counts as a pause: a shorter one is how a sound begins, or what an encoder adds
 * before it.
 */
const shortestPauseSeconds = 0.05;

/**
 * Number of samples without the silence before and after. Of silent audio all samples, since no sound begins or ends.
 */
function soundingSamples(blocks: readonly Block[], peak: number, rate: number): number {
  const isHeard = (block: Block): boolean => block.peak >= peak * silenceShareOfPeak;
  const end = blocks.at(-1)?.to ?? 0;
  const [before, after] = [blocks.find(isHeard)?.from ?? 0, end - (blocks.findLast(isHeard)?.to ?? 0)];
  const pauses = [before, after].filter((pause) => pause >= shortestPauseSeconds * rate);
  return pauses.reduce((rest, pause) => rest - pause, end);
}

/** The longest silence between two audible blocks, in samples. */
function longestPauseIn(blocks: readonly Block[]): number {
  const audible = blocks.filter(({ peak }) => peak >= silencePeak);
  return audible.reduce((longest, { from }, at) => Math.max(longest, from - (audible[at - 1]?.to ?? from)), 0);
}

/** Loops by index, since there may be millions of samples: a callback or an iterator takes twenty times as long. */
function extremesOf(samples: Float32Array, from: number, end: number): Extremes {
  let [lowest, highest] = [samples[from] ?? 0, samples[from] ?? 0];
  for (let at = from; at < end; at += 1) {
    const sample = samples[at] ?? 0;
    lowest = Math.min(lowest, sample);
    highest = Math.max(highest, sample);
  }
  return { lowest, highest };
}

function swingOf(blocks: readonly Block[]): number {
  const channels = blocks[0]?.channels ?? [];
  const swings = channels.map((_, channel) => {
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const block of blocks) {
      lowest = Math.min(lowest, block.channels[channel]?.lowest ?? lowest);
      highest = Math.max(highest, block.channels[channel]?.highest ?? highest);
    }
    return highest - lowest;
  });
  return Math.max(0, ...swings);
}
