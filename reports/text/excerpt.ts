import type { ExcerptPart, ByteRange } from './excerpt-part.ts';

/** Bytes of a body from `at` on that the excerpt highlights. */
export type MarkedBytes = { readonly at: number; readonly bytes: number };

/** An excerpt of a body that a person can read. `from`, `shown` and `total` count bytes. */
export type Excerpt = {
  readonly as: 'text' | 'hex';
  readonly parts: readonly ExcerptPart[];
  readonly from: number;
  readonly shown: number;
  readonly total: number;
};

/** Share of the limit for a hex dump, which takes five times the room of a text. */
const hexShare = 1 / 4;

/** Bytes shown before a mark, so that it is visible without scrolling. */
const bytesBefore = { text: 512, hex: 128 } as const;

/**
 * Text where the whole body is UTF-8, a hex dump otherwise; at most `limit` bytes (a quarter of that in a dump), around
 * the first mark if there is one.
 */
export function excerptOf(body: Uint8Array, limit = 4096, marks: readonly MarkedBytes[] = []): Excerpt {
  const as = isUtf8(body) ? 'text' : 'hex';
  const most = as === 'text' ? limit : limit * hexShare;
  const inside = marks.filter(({ at }) => at < body.length);
  const from = windowStart(body, most, as, inside);
  const head = body.subarray(from, from + most);
  const within = inside
    .map(({ at, bytes }) => ({ from: Math.max(0, at - from), to: Math.min(head.length, at + bytes - from) }))
    .filter((mark) => mark.from < mark.to);
  const parts = as === 'text' ? textParts(head, within) : hexParts(head, from, within);
  return { as, parts, from, shown: head.length, total: body.length };
}

/** Start of the excerpt: a little before the first mark, at a whole character or row. */
function windowStart(body: Uint8Array, most: number, as: Excerpt['as'], marks: readonly MarkedBytes[]): number {
  const wanted = Math.max(0, (marks[0]?.at ?? 0) - Math.min(bytesBefore[as], Math.floor(most / 4)));
  if (as === 'hex') return wanted - (wanted % 16);
  return startOfCharacter(body, wanted);
}

function startOfCharacter(body: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && ((body[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Decodes as a stream, so that a character is shown where it ends, and a character cut by the limit is left out instead
 * of broken.
 */
function textParts(head: Uint8Array, marks: readonly ByteRange[]): readonly ExcerptPart[] {
  // A byte order mark is evidence and stays.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const edges = [...new Set([0, head.length, ...marks.flatMap(({ from, to }) => [from, to])])].toSorted(
    (a, b) => a - b,
  );
  return edges.slice(1).map((to, place) => {
    const from = edges[place] ?? 0;
    const isMarked = marks.some((mark) => mark.from <= from && to <= mark.to);
    return { text: decoder.decode(head.subarray(from, to), { stream: true }), isMarked };
  });
}

const rowBytes = 16;

/** Rows of offset, hex and letters. `offset` is that of the first byte; marked bytes are marked in both columns. */
function hexParts(bytes: Uint8Array, offset: number, marks: readonly ByteRange[]): readonly ExcerptPart[] {
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

function plain(text: string): ExcerptPart {
  return { text, isMarked: false };
}

function letterOf(byte: number): string {
  return byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.';
}

/** Joins adjacent parts of the same kind. */
function joined(parts: readonly ExcerptPart[]): readonly ExcerptPart[] {
  const all: ExcerptPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.isMarked === part.isMarked) all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}
