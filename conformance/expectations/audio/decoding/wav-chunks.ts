import { excerptOf } from '../../../bodies/content.ts';

/** What the chunks of a WAV get wrong. A field is absent where there is nothing wrong. */
type WavChunks = {
  /** More is stated than there is, or sound lies outside of the chunks. */
  readonly cut?: string;
  /** Fields of the format chunk that exclude each other. */
  readonly contradiction?: string;
};

type Chunk = { readonly id: string; readonly size: number; readonly at: number };

/**
 * Size from which a length counts as unknown. A WAV that is written as it is made does not know its length, and
 * programs that write to a pipe state the largest possible size, or nearly. Readers know that, but for a size of 0 they
 * play nothing.
 */
const unknownLengthFrom = 0x7fff_0000;

/** PCM, IEEE float and extensible, whose frames have the length that channels and bits give. */
const extensibleTag = 0xfffe;
const plainTags: readonly number[] = [1, 3, extensibleTag];

/** Reads the chunks of a RIFF WAVE (Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0). */
export function wavChunksOf(audio: Uint8Array): WavChunks {
  const { bytes, chunks, end } = chunksIn(audio);
  const cut = cutIn(bytes, chunks, end);
  const contradiction = contradictionIn(bytes, chunks);
  return { ...(cut === undefined ? {} : { cut }), ...(contradiction === undefined ? {} : { contradiction }) };
}

/** True where a WAV has more chunks than are read. */
export function hasTooManyChunks(audio: Uint8Array): boolean {
  return isRiff(audio) && chunksIn(audio).chunks.length > mostWavChunks;
}

/** The tag of MPEG Layer 3, since a WAV can hold any codec. */
const mp3Tag = 0x55;

/** The MP3 in a WAV, for decoders that cannot read it there. Undefined where it holds something else. */
export function mp3InWav(audio: Uint8Array): Uint8Array | undefined {
  if (!isRiff(audio)) return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const format = chunks.find(({ id, at }) => id === 'fmt ' && at + 2 <= bytes.length);
  const data = chunks.find(({ id }) => id === 'data');
  if (format === undefined || data === undefined || bytes.readUInt16LE(format.at) !== mp3Tag) return undefined;
  return bytes.subarray(data.at, data.at + data.size);
}

/** The samples of a WAV. Undefined where it has none. */
export function samplesInWav(audio: Uint8Array): Uint8Array | undefined {
  if (!isRiff(audio)) return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const data = chunks.find(({ id }) => id === 'data');
  return data === undefined ? undefined : bytes.subarray(data.at, data.at + data.size);
}

/** True where a WAV says what its samples are, and has some. */
export function hasSamples(audio: Uint8Array): boolean {
  const names = chunksIn(audio).chunks.map(({ id }) => id);
  return names.includes('fmt ') && names.includes('data');
}

/** The integer samples of a WAV, each of `width` bytes. Undefined where it has none of more than one byte. */
export function integersInWav(
  audio: Uint8Array,
): { readonly bytes: Uint8Array; readonly channels: number; readonly width: number } | undefined {
  if (!isRiff(audio)) return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const format = chunks.find(({ id, at }) => id === 'fmt ' && at + 16 <= bytes.length);
  const samples = samplesInWav(audio);
  if (format === undefined || samples === undefined) return undefined;
  const tag = bytes.readUInt16LE(format.at);
  // In the extensible format, the sub-format begins with the tag.
  const isExtensible = tag === extensibleTag && format.size >= 26 && format.at + 26 <= bytes.length;
  const codec = isExtensible ? bytes.readUInt16LE(format.at + 24) : tag;
  const [channels, width] = [bytes.readUInt16LE(format.at + 2), bytes.readUInt16LE(format.at + 14) / 8];
  return codec === 1 && channels > 0 && [2, 3, 4].includes(width) ? { bytes: samples, channels, width } : undefined;
}

/** Most chunks of a WAV that are read: few files have ten, and no file that is meant to be heard has more than this. */
export const mostWavChunks = 10_000;

/** The chunks, up to one more than `mostWavChunks`. */
function chunksIn(audio: Uint8Array): {
  readonly bytes: Buffer;
  readonly chunks: readonly Chunk[];
  readonly end: number;
} {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const chunks: Chunk[] = [];
  let at = 12;
  while (chunks.length <= mostWavChunks && at + 8 <= bytes.length && isChunkId(bytes.subarray(at, at + 4))) {
    const chunk = { id: bytes.toString('latin1', at, at + 4), size: bytes.readUInt32LE(at + 4), at: at + 8 };
    chunks.push(chunk);
    at = chunk.at + chunk.size + (chunk.size % 2);
  }
  return { bytes, chunks, end: at };
}

function cutIn(bytes: Buffer, chunks: readonly Chunk[], end: number): string | undefined {
  const data = chunks.find(({ id }) => id === 'data');
  if (data === undefined) return undefined;
  const another = chunks.find((chunk) => chunk.at > data.at && isWav(bytes, chunk));
  // Players stop at the end of the first WAV.
  if (another !== undefined) return `another WAV begins after its data, at offset ${another.at - 8}`;
  const within = wavHeadIn(bytes, data);
  if (within !== undefined) return `the header of another WAV lies within its data, at offset ${within}`;
  const present = bytes.length - data.at;
  if (data.size >= unknownLengthFrom) return riffCutIn(bytes, bytes.length);
  if (data.size > present) return `its data chunk states ${data.size} bytes, and ${present} are there`;
  // Where the data chunk states 0 bytes, samples follow, whatever their first bytes spell.
  const rest = bytes.subarray(data.size === 0 && end > bytes.length ? data.at : Math.min(end, bytes.length));
  // Zeros after the last chunk are padding, and a few other bytes are a badly aligned tag: no sound is lost.
  if (rest.length * 20 < data.size || rest.every((byte) => byte === 0)) return riffCutIn(bytes, data.at + data.size);
  return `its data chunk states ${data.size} bytes, and ${rest.length} more follow in no chunk: ${excerptOf(rest)}`;
}

/** `WAVE` and the name of the format chunk, which follow the eight bytes of the outermost chunk header. */
const wavHead = Buffer.from('WAVEfmt ', 'latin1');
/** Sizes of a format chunk: plain, with the length of an extension, and extensible. */
const formatSizes: readonly number[] = [16, 18, 40];

/**
 * Where a whole WAV header lies among plain samples, which players play as a click. Undefined where there is none. A
 * few samples may spell a name by chance, but not a header that agrees with itself.
 */
function wavHeadIn(bytes: Buffer, data: Chunk): number | undefined {
  const samples = bytes.subarray(data.at, data.at + data.size);
  for (let at = samples.indexOf(wavHead); at !== -1; at = samples.indexOf(wavHead, at + 1)) {
    const head = samples.subarray(Math.max(0, at - 8));
    if (at >= 8 && isWholeHead(head)) return data.at + at - 8;
  }
  return undefined;
}

function isWholeHead(head: Buffer): boolean {
  if (!isRiff(head) || head.length < 36 || !formatSizes.includes(head.readUInt32LE(16))) return false;
  const [tag, channels, rate] = [head.readUInt16LE(20), head.readUInt16LE(22), head.readUInt32LE(24)];
  const format = { id: 'fmt ', size: 16, at: 20 };
  return plainTags.includes(tag) && channels > 0 && rate > 0 && contradictionIn(head, [format]) === undefined;
}

/**
 * Bytes that the size may be too large, where the eight bytes of the RIFF header are counted too: nothing is lost then.
 */
const riffSlip = 8;

/**
 * Says where the size of the outermost chunk does not cover the data, or is more than there is. Undefined where it
 * fits.
 */
function riffCutIn(bytes: Buffer, dataEnd: number): string | undefined {
  const stated = bytes.readUInt32LE(4);
  if (stated >= unknownLengthFrom) return undefined;
  const there = bytes.length - 8;
  if (stated + 8 < dataEnd)
    return `its RIFF chunk states ${stated} bytes, and its data lies within the first ${dataEnd - 8}`;
  return stated > there + riffSlip ? `its RIFF chunk states ${stated} bytes, and ${there} are there` : undefined;
}

/**
 * Seconds that the data of a WAV lasts, by its size. A `fact` chunk counts samples too, but players ignore it, and
 * programs that write PCM and float copy it unchanged or leave it out. Undefined where the size is unknown, and for
 * other codecs.
 */
export function wavSeconds(audio: Uint8Array): number | undefined {
  if (!isRiff(audio)) return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const data = chunks.find(({ id }) => id === 'data');
  const format = chunks.find(({ id, size, at }) => id === 'fmt ' && size >= 16 && at + 16 <= bytes.length);
  if (data === undefined || data.size >= unknownLengthFrom || format === undefined) return undefined;
  if (!plainTags.includes(bytes.readUInt16LE(format.at))) return undefined;
  const [rate, bytesPerFrame] = [bytes.readUInt32LE(format.at + 4), bytes.readUInt16LE(format.at + 12)];
  return rate === 0 || bytesPerFrame === 0 ? undefined : data.size / bytesPerFrame / rate;
}

/** What a WAV states in place of a length that its writer did not know. Undefined where it states a length. */
export function unknownLengthIn(audio: Uint8Array): string | undefined {
  if (!isRiff(audio)) return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const data = chunks.find(({ id }) => id === 'data');
  const stated = [bytes.readUInt32LE(4), data?.size ?? 0];
  return stated.some((size) => size >= unknownLengthFrom)
    ? `${stated[0]} bytes in its RIFF chunk and ${stated[1]} in its data chunk, where ${bytes.length} are there in all`
    : undefined;
}

/** Offset of the length of the data in the chunk after `RF64`, size and `WAVE` (EBU Tech 3306). */
const dataSizeIn64 = 28;

/** An RF64 as a plain WAV, for decoders that know nothing else. Undefined for anything else. */
export function plainWav(audio: Uint8Array): Uint8Array | undefined {
  const head = Buffer.from(audio.subarray(0, 16)).toString('latin1');
  if (!/^RF64.{4}WAVEds64/s.test(head) || audio.length < 48) return undefined;
  const bytes = Buffer.from(audio);
  const data = chunksIn(bytes).chunks.find(({ id }) => id === 'data');
  if (data === undefined) return undefined;
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('JUNK', 12, 'latin1');
  bytes.writeUInt32LE(Math.min(Number(bytes.readBigUInt64LE(dataSizeIn64)), bytes.length - data.at), data.at - 4);
  return bytes;
}

/**
 * A WAV whose data follows a chunk of odd length, without the chunks between: the decoder does not skip the byte that
 * pads such a chunk, and then finds no data. Undefined for anything else.
 */
export function withoutOddChunks(audio: Uint8Array): Uint8Array | undefined {
  if (!isRiff(audio)) return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const data = chunks.find(({ id }) => id === 'data');
  const before = data === undefined ? [] : chunks.filter(({ at }) => at < data.at);
  const format = before.find(({ id }) => id === 'fmt ');
  if (data === undefined || format === undefined || before.every(({ size }) => size % 2 === 0)) return undefined;
  const riff = bytes.subarray(0, 12);
  return Buffer.concat([riff, bytes.subarray(format.at - 8, format.at + format.size), bytes.subarray(data.at - 8)]);
}

export function isRiff(audio: Uint8Array): boolean {
  return Buffer.from(audio.subarray(0, 4)).toString('latin1') === 'RIFF';
}

function contradictionIn(bytes: Buffer, chunks: readonly Chunk[]): string | undefined {
  const format = chunks.find(({ id, size, at }) => id === 'fmt ' && size >= 16 && at + 16 <= bytes.length);
  if (format === undefined || !plainTags.includes(bytes.readUInt16LE(format.at))) return undefined;
  const channels = bytes.readUInt16LE(format.at + 2);
  const rate = bytes.readUInt32LE(format.at + 4);
  const bytesPerSecond = bytes.readUInt32LE(format.at + 8);
  const bytesPerFrame = bytes.readUInt16LE(format.at + 12);
  const bits = bytes.readUInt16LE(format.at + 14);
  const agrees = bytesPerFrame === channels * Math.ceil(bits / 8) && bytesPerSecond === rate * bytesPerFrame;
  if (agrees) return undefined;
  return `${channels} channels of ${bits} bits at ${rate} Hz in frames of ${bytesPerFrame} bytes, ${bytesPerSecond} bytes per second`;
}

function isWav(bytes: Buffer, { id, at }: Chunk): boolean {
  return id === 'RIFF' && bytes.toString('latin1', at, at + 4) === 'WAVE';
}

function isChunkId(id: Uint8Array): boolean {
  return id.every((byte) => byte >= 0x20 && byte < 0x7f);
}
