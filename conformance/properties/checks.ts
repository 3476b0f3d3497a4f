import { clause, type Check, type Clause } from '../core/check.ts';
import type { Known, Probe, Step } from '../core/probe.ts';
import { batchOf, inputsOf, seedOf } from './cases.ts';
import { stepsOf } from './calls.ts';
import { properties } from './index.ts';
import type { Property } from './property.ts';
import type { Input } from './request.ts';

/** So many cases of each property a check run tries; `fuzz` tries as many as one wishes. */
export const casesInCheck = 20;
/** Of so many at a time, so that a slow target is not kept waiting, nor overrun. */
const atOnce = 5;
/** Any service takes texts of that length: in a check nothing is asked about sizes. */
const wishes = { longestText: 130 };

/** The properties as checks, by the operation: they share the seed of the run, and its probes. */
export const propertyClauses: readonly Clause[] = [
  ...Map.groupBy(properties, ({ id }) => id.split('/')[0] ?? id).entries(),
].map(([topic, ofTopic]) => clauseOf(topic, ofTopic));

export const propertyChecks: readonly Check[] = propertyClauses.flatMap(({ checks }) => checks);

function clauseOf(topic: string, ofTopic: readonly Property[]): Clause {
  const [first] = ofTopic;
  const written = clause(first?.clause ?? '', topic, {
    says: first?.says ?? '',
    also: first?.also ?? [],
    checks: Object.fromEntries(
      ofTopic.map((property) => [
        property.id,
        {
          level: 'MUST' as const,
          says: property.says,
          probe: probeOf(property),
          expect: [...property.expect, ...(property.thorough ?? [])],
          fault: property.fault,
          ...(property.twin === undefined ? {} : { twin: property.twin }),
        },
      ]),
    ),
  });
  return { ...written, isGenerated: true };
}

/** The inputs are generated when the first of them is sent: the first verdict of a run need not wait for them. */
function probeOf(property: Property): Probe {
  const { chats, speeches } = property.costs;
  const groups = Array.from({ length: casesInCheck / atOnce }, (_, at) => at);
  return {
    name: `${casesInCheck} cases of ${property.id}`,
    needs: speeches > 0 ? ['token'] : ['token', 'bot'],
    costs: { chats: chats * casesInCheck, speeches: speeches * casesInCheck },
    steps: groups.flatMap((group) => stepsOfGroup(property, group)),
  };
}

/** How many requests an input of the property may have. */
function turnsOf({ costs }: Property): number {
  return costs.chats + costs.speeches;
}

function stepsOfGroup(property: Property, group: number): readonly Step[] {
  return Array.from({ length: turnsOf(property) }, (_, turn): Step => (known) => {
    const inputs = inputsFor(property, known);
    const own = inputs.slice(group * atOnce, (group + 1) * atOnce);
    const sentBefore = inputs.slice(0, group * atOnce).reduce((sum, { length }) => sum + length, 0);
    return stepsOf(own)[turn]?.({ ...known, seen: known.seen.slice(sentBefore) }) ?? [];
  });
}

/** Asked in every step, and the same in all of them. */
function inputsFor(property: Property, { nonce }: Known): readonly Input[] {
  const seed = [...nonce(property.id)].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return batchOf(inputsOf(property, wishes), seedOf(seed, property.id, 0), casesInCheck);
}
