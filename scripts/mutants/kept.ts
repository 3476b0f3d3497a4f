/** Changes that may survive, and why no client can tell, by the change as `npm run mutants` lists it. */
export type Kept = { readonly because: string; readonly changes: Readonly<Record<string, string>> };

export const kept: readonly Kept[] = [];
