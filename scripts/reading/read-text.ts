import { isUtf8 } from 'node:buffer';
import { UsageError } from '../errors/usage-error.ts';
import { nameOfFile, type NamedFile } from './open-plain.ts';
import { readBytes } from './read-bytes.ts';

/** The text of an untrusted file, without a byte order mark. Throws a UsageError that says what is wrong and where. */
export function readText(file: NamedFile, most: number): string {
  return textIn(file, readBytes(file, { most, takesPipes: true }));
}

/** Decodes bytes of a file, which start on this line at this offset. Throws a UsageError. */
export function textIn(file: NamedFile, bytes: Buffer, line = 1, offset = 0): string {
  if (isUtf8(bytes)) return bytes.toString('utf8', offset === 0 && bytes.indexOf(byteOrderMark) === 0 ? 3 : 0);
  throw new UsageError(`${nameOfFile(file)} is not UTF-8: ${flawIn(bytes, line, offset)}`);
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const lineFeed = 0x0a;

function flawIn(bytes: Buffer, line: number, offset: number): string {
  const mark = offset === 0 ? bytes.subarray(0, 2).toString('hex') : '';
  if (mark === 'fffe' || mark === 'feff') return 'it begins as UTF-16 does; save it as UTF-8';
  const at = firstWrong(bytes);
  let inLine = line;
  for (let end = bytes.indexOf(lineFeed); end >= 0 && end < at; end = bytes.indexOf(lineFeed, end + 1)) inLine += 1;
  return `line ${inLine} has the byte 0x${bytes[at]?.toString(16).padStart(2, '0')} at offset ${offset + at}`;
}

/** Encoding the decoded text again gives the same bytes up to the first invalid UTF-8. */
function firstWrong(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'), 'utf8');
  return bytes.findIndex((byte, at) => again[at] !== byte);
}
