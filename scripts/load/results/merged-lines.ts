import type { ResultFolder } from '../../results/result-folder.ts';

/** Lines on their way into a merged requests.ndjson. */
type MergedLines = { readonly add: (line: Uint8Array) => void; readonly end: () => void };

/** So many bytes are worth a write. */
const writeAt = 1 << 20;
const lineFeed = 10;

/** Many lines at once, as each write looks for secrets and for the file. */
export function mergedLines(folder: ResultFolder): MergedLines {
  const held = Buffer.allocUnsafeSlow(writeAt);
  let size = 0;
  const write = (): void => {
    // Its own line feed ends the last one.
    if (size > 0) folder.append('requests.ndjson', held.toString('utf8', 0, size - 1));
    size = 0;
  };
  return {
    add: (line) => {
      if (size + line.length + 1 > held.length) write();
      if (line.length + 1 > held.length) folder.append('requests.ndjson', Buffer.from(line).toString('utf8'));
      else {
        held.set(line, size);
        held[size + line.length] = lineFeed;
        size += line.length + 1;
      }
    },
    end: write,
  };
}
