/** The beginning of a body as a person can read it. `shown` and `total` count bytes. */
export type Excerpt = {
  readonly as: 'text' | 'hex';
  readonly text: string;
  readonly shown: number;
  readonly total: number;
};

/** Text where all of the body is UTF-8, a hex dump otherwise; no more than `limit` bytes of it. */
export function excerptOf(body: Uint8Array, limit = 4096): Excerpt {
  const shown = Math.min(body.length, limit);
  const head = body.subarray(0, shown);
  const total = body.length;
  if (!isUtf8(body)) return { as: 'hex', text: hexDump(head), shown, total };
  // As a stream, so that a character cut by the limit is left out instead of shown as broken.
  return { as: 'text', text: decoded(head), shown, total };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decoded(head: Uint8Array): string {
  // A byte order mark is evidence, so it stays.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(head, { stream: true });
}

function hexDump(bytes: Uint8Array): string {
  const rows = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => row * 16);
  return rows.map((from) => hexRow(from, bytes.subarray(from, from + 16))).join('\n');
}

function hexRow(from: number, bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const text = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.')).join('');
  return `${from.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`;
}
