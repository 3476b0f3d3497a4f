import type { SpeechFormat } from '../../../contract/limits.ts';

/** A container of broadcasts, and the formats that it may carry, which may include the requested one. */
type UnknownContainer = { readonly label: string; readonly carries: readonly SpeechFormat[] };

const transportStream: UnknownContainer = { label: 'MPEG-TS', carries: ['aac', 'mp3'] };
const loas: UnknownContainer = { label: 'LATM in LOAS', carries: ['aac'] };

/** Fewest frames in a row that are no accident of raw samples. */
const fewestFrames = 4;
/** ISO/IEC 13818-1 2.4.3.2: each packet begins with 0x47, and all have the same length. */
const packetBytes = 188;
const packetSync = 0x47;
/** ISO/IEC 14496-3 1.7.2: 11 bits with 0x2b7, 13 bits of length, then as many bytes. */
const loasHeaderBytes = 3;

/**
 * Containers of AAC in broadcasts that assay cannot read. Where a request asked for a format that they carry, that is
 * not the service's fault, but read as raw samples they would last almost no time. Undefined for any other bytes.
 */
export function unknownContainerOf(audio: Uint8Array): UnknownContainer | undefined {
  if (
    followEachOther(
      audio,
      () => packetBytes,
      (at) => audio[at] === packetSync,
    )
  )
    return transportStream;
  const length = (at: number): number => loasHeaderBytes + (((audio[at + 1] ?? 0) & 0x1f) << 8) + (audio[at + 2] ?? 0);
  const isSync = (at: number): boolean => audio[at] === 0x56 && ((audio[at + 1] ?? 0) & 0xe0) === 0xe0;
  return followEachOther(audio, length, isSync) ? loas : undefined;
}

/** True where each frame begins where the one before it ends, up to the last, which may be cut. */
function followEachOther(
  audio: Uint8Array,
  lengthAt: (at: number) => number,
  isFrame: (at: number) => boolean,
): boolean {
  let frames = 0;
  for (let at = 0; at < audio.length; at += lengthAt(at), frames += 1) if (!isFrame(at)) return false;
  return frames >= fewestFrames;
}
