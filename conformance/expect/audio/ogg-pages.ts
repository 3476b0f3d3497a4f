import { onSuccess } from '../on-answer.ts';
import { audioIn } from './spoken.ts';

/** RFC 3533 6: "OggS", 23 bytes of header of which the last counts the segments, their lengths, then their bytes. */
const headerBytes = 27;
const checksumAt = 22;

/** CRC-32 with this polynomial, neither reflected nor inverted (RFC 3533 6): not the one of zlib. */
const polynomial = 0x04c11db7;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? polynomial : 0);
  return crc;
});

/** Each page of an Ogg has the checksum of its bytes (RFC 3533 6): readers that hold to it skip every other page. */
export const hasIntactPages = onSuccess((answer) => {
  const audio = audioIn(answer);
  if (audio === undefined) return { unjudged: 'the answer carries no audio' };
  let number = 0;
  for (const page of pagesIn(Buffer.from(audio))) {
    number += 1;
    const [stored, computed] = [page.readUInt32LE(checksumAt), checksumOf(page)];
    if (stored === computed) continue;
    const observed = `${hex(stored)}, where its bytes come to ${hex(computed)}`;
    return [
      { aspect: `page ${number} of the Ogg`, expected: 'the checksum of its bytes', observed, per: 'RFC 3533 6' },
    ];
  }
  return [];
});

/** The whole pages from the beginning on; none where the bytes are no Ogg. */
function* pagesIn(audio: Buffer): Generator<Buffer> {
  for (let at = 0; audio.toString('latin1', at, at + 4) === 'OggS';) {
    const segments = audio[at + headerBytes - 1] ?? 0;
    const lengths = audio.subarray(at + headerBytes, at + headerBytes + segments);
    const end = at + headerBytes + segments + lengths.reduce((sum, length) => sum + length, 0);
    if (end > audio.length) return;
    yield audio.subarray(at, end);
    at = end;
  }
}

/** Of a page whose checksum field counts as zero. */
function checksumOf(page: Buffer): number {
  let crc = 0;
  for (const [at, byte] of page.entries()) {
    const counted = at >= checksumAt && at < checksumAt + 4 ? 0 : byte;
    crc = (crc << 8) ^ (table[((crc >>> 24) ^ counted) & 0xff] ?? 0);
  }
  return crc >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
