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
  if (audio === undefined) return { inconclusive: 'the answer carries no audio' };
  let number = 0;
  for (const page of pagesIn(Buffer.from(audio))) {
    number += 1;
    const [stored, computed] = [page.readUInt32LE(checksumAt), checksumOf(page)];
    if (stored === computed) continue;
    const observed = `${hex(stored)}, where its bytes come to ${hex(computed)}`;
    return [
      {
        subject: `page ${number} of the Ogg`,
        expected: 'the checksum of its bytes',
        observed,
        reference: 'RFC 3533 6',
      },
    ];
  }
  return [];
});

/** The bit of a page's flags that says that its first packet began on a page before. */
const continued = 1;

/**
 * A page says that its first packet began before where the page before it ends in the middle of one, and only there
 * (RFC 3533 6): readers skip the packet otherwise, and with it what it says.
 */
export const continuesItsPackets = onSuccess((answer) => {
  const audio = audioIn(answer);
  if (audio === undefined) return { inconclusive: 'the answer carries no audio' };
  const open = new Map<number, boolean>();
  let number = 0;
  for (const page of pagesIn(Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength))) {
    number += 1;
    const segments = page[headerBytes - 1] ?? 0;
    const serial = page.readUInt32LE(14);
    const [isUnspecified, says] = [open.get(serial) ?? false, ((page[5] ?? 0) & continued) !== 0];
    if (isUnspecified !== says && segments > 0) {
      const [expected, observed] = [isUnspecified, says].map((goesOn) =>
        goesOn ? 'goes on with a packet' : 'begins a packet',
      );
      return [
        {
          subject: `page ${number} of the Ogg`,
          expected: `flags that say that it ${expected}`,
          observed: `that it ${observed}`,
          reference: 'RFC 3533 6',
        },
      ];
    }
    if (segments > 0) open.set(serial, page[headerBytes + segments - 1] === 255);
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

/**
 * Seconds at which the sound of an Ogg Opus begins: a recording of something live may count from when that began
 * (RFC 7845 4.3). The first page with sound states where it ends, and its packets how long they are.
 */
export function opusStartSeconds(audio: Uint8Array): number {
  for (const page of pagesIn(Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength))) {
    const end = Number(page.readBigInt64LE(6));
    const packets = packetsIn(page);
    // The pages of the two headers end at 0, and one on which no packet ends at -1 (RFC 3533 6, RFC 7845 3).
    if (end <= 0 || packets.length === 0) continue;
    const samples = packets.map(opusSamples).reduce((sum, each) => sum + each, 0);
    return Math.max(0, end - samples) / 48_000;
  }
  return 0;
}

/** The packets that end on a page; a segment of 255 bytes goes on in the next. */
function packetsIn(page: Buffer): readonly Buffer[] {
  const segments = page[headerBytes - 1] ?? 0;
  const packets: Buffer[] = [];
  let [from, to] = [headerBytes + segments, headerBytes + segments];
  for (const length of page.subarray(headerBytes, headerBytes + segments)) {
    to += length;
    if (length === 255) continue;
    packets.push(page.subarray(from, to));
    from = to;
  }
  return packets;
}

/** Samples at 48 kHz of one frame, by the five bits of a packet's first byte (RFC 6716 3.1). */
const silkSamples = [480, 960, 1920, 2880] as const;
const hybridSamples = [480, 960] as const;
const celtSamples = [120, 240, 480, 960] as const;

function opusSamples([first = 0, second = 0]: Uint8Array): number {
  const config = first >> 3;
  const perFrame =
    config < 12 ? silkSamples[config & 3] : config < 16 ? hybridSamples[config & 1] : celtSamples[config & 3];
  const frames = [1, 2, 2, second & 63][first & 3] ?? 1;
  return (perFrame ?? 0) * frames;
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
