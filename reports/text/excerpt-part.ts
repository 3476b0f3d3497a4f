/** A piece of an excerpt, either marked or not. */
export type Part = { readonly text: string; readonly isMarked: boolean };

/** A range of an excerpt, in bytes from its start. */
export type Stretch = { readonly from: number; readonly to: number };
