/** A piece of an excerpt, either marked or not. */
export type ExcerptPart = { readonly text: string; readonly isMarked: boolean };

/** A range of an excerpt, in bytes from its start. */
export type ByteRange = { readonly from: number; readonly to: number };
