import type { Part, Stretch } from './excerpt-part.ts';

const rowBytes = 16;

/** Rows of offset, hex and letters; `offset` is that of the first byte, and marked bytes are marked in both columns. */
export function hexParts(bytes: Uint8Array, offset: number, marks: readonly Stretch[]): readonly Part[] {
  const isMarked = (at: number): boolean => marks.some(({ from, to }) => from <= at && at < to);
  const rows = Array.from({ length: Math.ceil(bytes.length / rowBytes) }, (_, row) => row * rowBytes);
  return joined(
    rows.flatMap((from) => {
      const row = [...bytes.subarray(from, from + rowBytes)].map((byte, place) => ({ byte, at: from + place }));
      const hex = row.flatMap(({ byte, at }, place) => [
        ...(place === 0 ? [] : [{ text: ' ', isMarked: isMarked(at) && isMarked(at - 1) }]),
        { text: byte.toString(16).padStart(2, '0'), isMarked: isMarked(at) },
      ]);
      const letters = row.map(({ byte, at }) => ({ text: letterOf(byte), isMarked: isMarked(at) }));
      const gap = ' '.repeat((rowBytes - row.length) * 3 + 2);
      return [
        plain(`${from === 0 ? '' : '\n'}${(offset + from).toString(16).padStart(6, '0')}  `),
        ...hex,
        plain(gap),
        ...letters,
      ];
    }),
  );
}

function plain(text: string): Part {
  return { text, isMarked: false };
}

function letterOf(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.';
}

/** Neighbours of one kind as one part. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.isMarked === part.isMarked) all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}
