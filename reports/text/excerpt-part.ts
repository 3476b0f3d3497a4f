/** A piece of an excerpt, in or outside of what is marked. */
export type Part = { readonly text: string; readonly isMarked: boolean };

/** A stretch of an excerpt, in bytes from its beginning. */
export type Stretch = { readonly from: number; readonly to: number };
