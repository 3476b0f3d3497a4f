import { release } from '../../conformance/reading/release.ts';
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** A growing file of lines. It always contains whole lines, even where the disk had no room for the last one. */
export type LineFile = {
  /** Throws where it cannot be written, or was removed from its folder. */
  readonly add: (line: string) => void;
  readonly close: () => void;
};

export function openLineFile(path: string, mode: 'w' | 'a'): LineFile {
  const fd = openSync(path, mode);
  return {
    add: (line) => {
      const { nlink, size } = fstatSync(fd);
      // Writing to a removed file succeeds but keeps nothing.
      if (nlink === 0) throw new Error('it was removed while the run wrote to it');
      const bytes = endedLine(line);
      writeWhole(fd, bytes, size);
      release(bytes);
    },
    close: () => closeSync(fd),
  };
}

/** Uses memory of its own, without joining the text first. */
function endedLine(line: string): Buffer<ArrayBuffer> {
  const length = Buffer.byteLength(line);
  const bytes = Buffer.allocUnsafeSlow(length + 1);
  bytes.write(line);
  bytes[length] = 0x0a;
  return bytes;
}

/** A full disk takes a part of the bytes and reports the error only at the next write. */
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
    // An incomplete last line is ignored when read.
  }
}
