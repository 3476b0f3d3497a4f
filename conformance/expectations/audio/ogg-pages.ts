import { pageBodyOffset, hasFlag, headerBytes, oggPagesIn, serialOf } from './decoding/ogg-pages.ts';
import { notInContainer, onAudio } from './speech-body.ts';

const checksumAt = 22;

/** Polynomial of the CRC-32 of Ogg, neither reflected nor inverted (RFC 3533 6): not the CRC-32 of zlib. */
const polynomial = 0x04c11db7;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? polynomial : 0);
  return crc;
});

/** Each page of an Ogg has the checksum of its bytes (RFC 3533 6): readers that check it skip any other page. */
export const hasIntactPages = onAudio((audio) => {
  let number = 0;
  for (const page of oggPagesIn(audio)) {
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
  return number === 0 ? notInContainer('Ogg') : [];
});

/**
 * A page says that it continues a packet if, and only if, the page before ends in the middle of a packet (RFC 3533 6):
 * otherwise readers skip the packet and the sound in it.
 */
export const continuesItsPackets = onAudio((audio) => {
  const open = new Map<number, boolean>();
  const pages = [...oggPagesIn(audio)];
  let number = 0;
  for (const page of pages) {
    number += 1;
    const body = pageBodyOffset(page);
    const hasSegments = body > headerBytes;
    const serial = serialOf(page);
    const [wasOpen, says] = [open.get(serial) ?? false, hasFlag(page, 'continues')];
    if (wasOpen !== says && hasSegments) {
      const [expected, observed] = [wasOpen, says].map((goesOn) =>
        goesOn ? 'goes on with a packet' : 'begins a packet',
      );
      return [
        {
          subject: number === pages.length ? `the last page (${number}) of the Ogg` : `page ${number} of the Ogg`,
          expected: `flags that say that it ${expected}`,
          observed: `that it ${observed}`,
          reference: 'RFC 3533 6',
        },
      ];
    }
    if (hasSegments) open.set(serial, page[body - 1] === 255);
  }
  return number === 0 ? notInContainer('Ogg') : [];
});

/**
 * The pages of a stream are numbered in turn, so that a reader can tell that a page was lost (RFC 3533 6): readers that
 * check this take a page for lost at any other number, and leave out sound. The first number of a stream is not
 * specified. Each of several streams, side by side or one after the other, has its own count.
 */
export const numbersItsPages = onAudio((audio) => {
  const next = new Map<number, number>();
  let number = 0;
  for (const page of oggPagesIn(audio)) {
    number += 1;
    const [serial, says] = [serialOf(page), page.readUInt32LE(18)];
    const due = hasFlag(page, 'begins') ? undefined : next.get(serial);
    if (due !== undefined && due !== says) {
      return [
        {
          subject: `the sequence number of page ${number} of the Ogg`,
          expected: `${due}, one more than that of the page before`,
          observed: `${says}`,
          reference: 'RFC 3533 6',
        },
      ];
    }
    next.set(serial, (says + 1) >>> 0);
  }
  return number === 0 ? notInContainer('Ogg') : [];
});

/** The checksum of a page, whose checksum field counts as zero. */
function checksumOf(page: Buffer): number {
  let crc = 0;
  for (const [at, byte] of page.entries()) {
    const counted = at >= checksumAt && at < checksumAt + 4 ? 0 : byte;
    crc = (crc << 8) ^ (table[((crc >>> 24) ^ counted) & 0xff] ?? 0);
  }
  return crc >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
