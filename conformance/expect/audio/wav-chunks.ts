import { excerptOf } from '../../core/content.ts';

/** What the chunks of a WAV say of themselves; a field is absent where there is nothing to object to. */
export type WavChunks = {
  /** More is stated than there is, or sound lies where no chunk holds it. */
  readonly cut?: string;
  /** Fields of the format chunk that exclude each other. */
  readonly contradiction?: string;
};

type Chunk = { readonly id: string; readonly size: number; readonly at: number };

/** A WAV that is written as it is made does not know its length, and states the largest there is, nearly, or 0. */
const unknownLengthFrom = 0x7fff_0000;

/** PCM, IEEE float and extensible: their frames are as long as channels and bits say. */
const plainTags: readonly number[] = [1, 3, 0xfffe];

/** Reads the chunks of a RIFF WAVE (Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0). */
export function wavChunksOf(audio: Uint8Array): WavChunks {
  const { bytes, chunks, end } = chunksIn(audio);
  const cut = cutIn(bytes, chunks, end);
  const contradiction = contradictionIn(bytes, chunks);
  return { ...(cut === undefined ? {} : { cut }), ...(contradiction === undefined ? {} : { contradiction }) };
}

/** The tag of MPEG Layer 3: a WAV holds any codec. */
const mp3Tag = 0x55;

/** The MP3 that a WAV holds, for decoders that know it outside only; undefined where it holds something else. */
export function mp3InWav(audio: Uint8Array): Uint8Array | undefined {
  if (Buffer.from(audio.subarray(0, 4)).toString('latin1') !== 'RIFF') return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const format = chunks.find(({ id, at }) => id === 'fmt ' && at + 2 <= bytes.length);
  const data = chunks.find(({ id }) => id === 'data');
  if (format === undefined || data === undefined || bytes.readUInt16LE(format.at) !== mp3Tag) return undefined;
  return bytes.subarray(data.at, data.at + data.size);
}

/** The samples of a WAV, undefined where it holds none. */
export function samplesInWav(audio: Uint8Array): Uint8Array | undefined {
  if (Buffer.from(audio.subarray(0, 4)).toString('latin1') !== 'RIFF') return undefined;
  const { bytes, chunks } = chunksIn(audio);
  const data = chunks.find(({ id }) => id === 'data');
  return data === undefined ? undefined : bytes.subarray(data.at, data.at + data.size);
}

function chunksIn(audio: Uint8Array): {
  readonly bytes: Buffer;
  readonly chunks: readonly Chunk[];
  readonly end: number;
} {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= bytes.length && isChunkId(bytes.subarray(at, at + 4))) {
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
  // Players stop at the end of the first.
  if (another !== undefined) return `another WAV begins behind its data, at offset ${another.at - 8}`;
  const present = bytes.length - data.at;
  if (data.size >= unknownLengthFrom || data.size === 0) return undefined;
  if (data.size > present) return `its data chunk states ${data.size} bytes, and ${present} are there`;
  const rest = bytes.subarray(Math.min(end, bytes.length));
  // Zeros behind the last chunk are padding, and a little else is a sloppily aligned tag: no sound is lost with it.
  if (rest.length * 20 < data.size || rest.every((byte) => byte === 0)) return undefined;
  return `its data chunk states ${data.size} bytes, and ${rest.length} more follow in no chunk: ${excerptOf(rest)}`;
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
  return `${channels} channels of ${bits} bits at ${rate} Hz in frames of ${bytesPerFrame} bytes, ${bytesPerSecond} bytes a second`;
}

function isWav(bytes: Buffer, { id, at }: Chunk): boolean {
  return id === 'RIFF' && bytes.toString('latin1', at, at + 4) === 'WAVE';
}

function isChunkId(id: Uint8Array): boolean {
  return id.every((byte) => byte >= 0x20 && byte < 0x7f);
}
