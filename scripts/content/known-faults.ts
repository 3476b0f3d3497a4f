import type { KnownFault } from '../../conformance/engine/causes/likely.ts';
import { everyCheck } from '../../conformance/every.ts';
import { findsFault } from '../../conformance/model/check.ts';
import { addOwnWords } from '../../conformance/http/masking/own-words.ts';
import { globMatcher } from '../../conformance/model/select.ts';
import { faults } from '../../fixtures/faults/index.ts';
import type { Fault } from '../../fixtures/faults/fault.ts';

let made: readonly KnownFault[] | undefined;

/**
 * The checks that each fault of the reference service fails, as the self-test proves it. Computed once, at the first
 * use.
 */
export function knownFaults(): readonly KnownFault[] {
  made ??= resolvedFaults();
  return made;
}

function resolvedFaults(): readonly KnownFault[] {
  addOwnWords(Object.keys(faults));
  const ids = everyCheck.map(({ id }) => id);
  // Hundreds of faults use the same few globs.
  const byGlob = new Map<string, readonly string[]>();
  const idsNamedBy = (glob: string): readonly string[] => {
    const known = byGlob.get(glob) ?? ids.filter(globMatcher(glob));
    byGlob.set(glob, known);
    return known;
  };
  return Object.entries<Fault>(faults).map(([fault, { alsoFails = [] }]) => {
    const named = everyCheck.filter((check) => findsFault(check, fault)).map(({ id }) => id);
    const checks = new Set([...named, ...alsoFails.flatMap(idsNamedBy)]);
    return { fault, named, checks, ...(alsoFails.includes('*') ? { failsAny: true } : {}) };
  });
}
