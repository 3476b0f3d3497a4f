import { countText } from '../../../reading/count-text.ts';
import { moreThan } from './reading-bound.ts';

/** Most boxes of an MP4: an hour in fragments of a second has 25,000, and ten minutes in fragments of 100 ms 42,000. */
export const boxBound = { most: 50_000, parts: 'boxes', container: 'an MP4' } as const;

/** Boxes in which readers look for further boxes (ISO/IEC 14496-12 6.2.3; `ilst` and its content by Apple). */
const holders = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'udta',
  'tref',
  'moof',
  'traf',
  'mvex',
  'edts',
  'ilst',
]);

/**
 * Tables with a count of entries, and the number of bytes between their flags and the count (ISO/IEC 14496-12 8.6 to
 * 8.8).
 */
const countBehind: Readonly<Record<string, number>> = {
  stts: 0,
  ctts: 0,
  stsc: 0,
  stco: 0,
  co64: 0,
  stss: 0,
  stsz: 4,
  stz2: 4,
  trun: 0,
};

/**
 * What an MP4 has too much of to be read: boxes anywhere, or stated entries of a table. Each entry stands for at least
 * a byte, and readers allocate memory for as many as a table states. Undefined where the file is no MP4 or within the
 * bounds.
 */
export function exceededBoxLimit(bytes: Buffer): string | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  let [boxes, tagsEnd] = [0, 0];
  for (let at = 0; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    boxes += 1;
    if (boxes > boxBound.most) return moreThan(boxBound);
    const entries = entriesIn(bytes, name, at + 8);
    if (entries > bytes.length) return `an MP4 whose ${name} box states ${countText(entries)} entries`;
    const end = endOf(bytes, at);
    if (name === 'ilst') tagsEnd = end;
    // Each tag is a box with a name of its own, and holds further boxes.
    const isTag = at < tagsEnd && name !== 'data' && name !== 'mean' && name !== 'name';
    at = name === 'meta' ? at + 12 : holders.has(name) || isTag ? at + 8 : end;
  }
  return undefined;
}

function entriesIn(bytes: Buffer, name: string, at: number): number {
  const behind = Object.hasOwn(countBehind, name) ? countBehind[name] : undefined;
  const countAt = at + 4 + (behind ?? 0);
  return behind === undefined || countAt + 4 > bytes.length ? 0 : bytes.readUInt32BE(countAt);
}

/**
 * A size of 1 means that the size follows the name in eight bytes, and 0 that the box goes on to the end. A size below
 * that of its own header is invalid.
 */
function endOf(bytes: Buffer, at: number): number {
  const size = bytes.readUInt32BE(at);
  if (size === 1)
    return at + 16 <= bytes.length ? at + Math.max(16, Number(bytes.readBigUInt64BE(at + 8))) : bytes.length;
  return size === 0 ? bytes.length : at + Math.max(8, size);
}
