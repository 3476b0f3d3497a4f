/**
 * How much of an answer is read. HTTP sets no limits (RFC 9110 5.4, RFC 9112 7.1.1) and lets a client have its own: these
 * are far beyond what any valid answer to assay has.
 */
export const wireBounds = {
  headBytes: 256 * 1024,
  fields: 1_000,
  interim: 64,
  /** Of all chunk extensions of a body, and of its trailer fields. */
  besideBytes: 64 * 1024,
  /** Of a body as it comes, and of what it is a coding of: a small one must not inflate into all of the memory. */
  bodyBytes: 32 * 1024 * 1024,
  /** Of a body in zstd: Node undoes each with a decoder of its own. */
  frames: 1_000,
  /** Of what stands behind the first answer on a connection that is read byte by byte. */
  restBytes: 1024 * 1024,
  /** Of all bodies that a run remembers; those of the reference service are 17 MB, its sound having 48 kB a second. */
  runBytes: 96 * 1024 * 1024,
  /** Of the headers of a run that are longer than usual ones. */
  runHeadBytes: 16 * 1024 * 1024,
  usualHeadBytes: 16 * 1024,
  /** Of an event stream: any reply has less. */
  events: 100_000,
  lines: 500_000,
  /** Pieces in which a body comes whose times are told apart. */
  chunks: 100_000,
} as const;

/** The code of an error that says which of them was passed. */
export const tooMuchCode = 'ERR_TOO_MUCH';

export const tooMuch = {
  head: 'the header did not end within 256 KB',
  fields: 'a header of more than 1,000 fields',
  interim: 'more than 64 interim answers, and no other',
  extensions: 'chunk extensions of more than 64 KB',
  trailers: 'trailer fields of more than 64 KB',
  frames: 'a zstd body of more than 1,000 frames',
  tooLong: 'more than 32 MB on one connection',
  runHeads: 'more than the 16 MB of long headers that are kept of a run',
  unkept: 'more than is left of the 96 MB that are kept of a run',
} as const;

export function tooMuchError(because: string): Error {
  return Object.assign(new Error(because), { code: tooMuchCode });
}
