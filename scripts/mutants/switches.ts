/** The variable by which the instrumented copy knows which mutation is active. */
export const activeMutantVariable = '__STRYKER_ACTIVE_MUTANT__';

/** The keys of the mutations whose code this process has executed. */
export function executedKeys(): readonly string[] {
  const instrumented = Object.getOwnPropertyDescriptor(globalThis, '__stryker__')?.value as Instrumented | undefined;
  return Object.keys(instrumented?.mutantCoverage?.static ?? {});
}

type Instrumented = { readonly mutantCoverage?: { readonly static?: object } };
