import type { KnownMistake } from '../../conformance/engine/causes/likely.ts';
import { everyCheck } from '../../conformance/every.ts';
import { isFoundBy } from '../../conformance/model/check.ts';
import { selected } from '../../conformance/model/select.ts';
import { faults } from '../../fixtures/faults/index.ts';
import type { Fault } from '../../fixtures/faults/fault.ts';

let made: readonly KnownMistake[] | undefined;

/** What each deliberate mistake of the reference service fails, as the self-test proves it: made once, when it is asked for. */
export function knownMistakes(): readonly KnownMistake[] {
  made ??= Object.entries<Fault>(faults).map(([fault, { alsoFails = [] }]) => {
    const named = everyCheck.filter((check) => isFoundBy(check, fault));
    const also = alsoFails.length === 0 ? [] : selected(everyCheck, { only: alsoFails });
    return { fault, named: named.map(({ id }) => id), checks: new Set([...named, ...also].map(({ id }) => id)) };
  });
  return made;
}
