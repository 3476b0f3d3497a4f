/** What the instrumenter puts into its copies: a variable that says which change is on, and a count of those come by. */
export const activeMutant = '__STRYKER_ACTIVE_MUTANT__';

/** The keys of the changes that this process has come by. */
export function keysMet(): readonly string[] {
  const instrumented = Object.getOwnPropertyDescriptor(globalThis, '__stryker__')?.value as Instrumented | undefined;
  return Object.keys(instrumented?.mutantCoverage?.static ?? {});
}

type Instrumented = { readonly mutantCoverage?: { readonly static?: object } };
