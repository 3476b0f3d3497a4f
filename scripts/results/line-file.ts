import { release } from '../../conformance/reading/release.ts';
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** A file of lines that grows. What is in it is whole lines, also where the disk had no room for the last one. */
export type LineFile = {
  /** Throws where it cannot be written, or is in no folder any more. */
  readonly add: (line: string) => void;
  readonly close: () => void;
};

export function openLineFile(path: string, mode: 'w' | 'a'): LineFile {
  const fd = openSync(path, mode);
  return {
    add: (line) => {
      const { nlink, size } = fstatSync(fd);
      // It would take whatever it is given, for nobody.
      if (nlink === 0) throw new Error('it was removed while the run wrote to it');
      const bytes = endedLine(line);
      writeWhole(fd, bytes, size);
      release(bytes);
    },
    close: () => closeSync(fd),
  };
}

/** In memory of its own, and without putting the text together first. */
function endedLine(line: string): Buffer<ArrayBuffer> {
  const length = Buffer.byteLength(line);
  const bytes = Buffer.allocUnsafeSlow(length + 1);
  bytes.write(line);
  bytes[length] = 0x0a;
  return bytes;
}

/** A full disk takes a part, and says so only the next time. */
function writeWhole(fd: number, bytes: Buffer, size: number): void {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
  } catch (error) {
    if (written > 0) cutOff(fd, size);
    throw error;
  }
}

function cutOff(fd: number, size: number): void {
  try {
    ftruncateSync(fd, size);
  } catch {
    // Half a last line is read as none.
  }
}
