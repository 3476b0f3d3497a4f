/**
 * How much of an answer is read. HTTP sets no limits (RFC 9110 5.4, RFC 9112 7.1.1) and lets a client set its own:
 * these are far beyond any valid answer to assay.
 */
export const wireBounds = {
  headBytes: 256 * 1024,
  fields: 1_000,
  interim: 64,
  /** All chunk extensions of a body, and all of its trailer fields. */
  besideBytes: 64 * 1024,
  /** A body as it is received, and decompressed: a small one must not expand to fill the memory. */
  bodyBytes: 32 * 1024 * 1024,
  /** Frames of a body in zstd: Node uses a decoder for each. */
  frames: 1_000,
  /** Bytes behind the first response on a connection that is read byte by byte. */
  restBytes: 1024 * 1024,
  /** All bodies that a run keeps; those of the reference service have 17 MB, with 48 kB of sound a second. */
  runBytes: 96 * 1024 * 1024,
  /** All headers of a run that are longer than usual. */
  runHeadBytes: 16 * 1024 * 1024,
  usualHeadBytes: 16 * 1024,
  /** Events and lines of an event stream: any reply has fewer. */
  events: 100_000,
  lines: 500_000,
  /** Pieces of a body whose times are recorded separately. */
  chunks: 100_000,
} as const;

/** Code of the error that says which of these bounds was exceeded. */
export const boundErrorCode = 'ERR_TOO_MUCH';

export const boundTexts = {
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

export function boundError(because: string): Error {
  return Object.assign(new Error(because), { code: boundErrorCode });
}
