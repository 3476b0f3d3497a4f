import { clause, type Check, type Clause, type Exchanges } from '../model/check.ts';
import { withEachCall } from '../model/calls.ts';
import { casesProbeName } from '../model/generated.ts';
import type { StepInputs, Probe, Step } from '../model/probe.ts';
import { batchOf, inputsOf, seedOf } from './cases.ts';
import { properties } from './index.ts';
import { casesInCheckOf, type Property } from './property.ts';
import type { Input } from './inputs/request.ts';
import { shrinkingOf } from './shrink-in-check.ts';
import { pickVaried } from './inputs/varied.ts';
import { exchangesOf, stepsFor } from './steps.ts';

/** Cases sent in parallel: few enough not to overload a slow target. */
const atOnce = 5;
/** Lengths that any service accepts, as a check does not judge sizes (8.2). */
const options = { longestText: 130, longestGuidance: 40 };

/** The properties as checks, by operation, with the seed of the run. */
export const propertyClauses: readonly Clause[] = [
  ...Map.groupBy(properties, ({ id }) => id.split('/')[0] ?? id).entries(),
].map(([topic, ofTopic]) => clauseOf(topic, ofTopic));

export const propertyChecks: readonly Check[] = propertyClauses.flatMap(({ checks }) => checks);

function clauseOf(topic: string, ofTopic: readonly Property[]): Clause {
  const [first] = ofTopic;
  const written = clause(first?.clause ?? '', topic, {
    requirement: first?.requirement ?? '',
    also: first?.also ?? [],
    checks: Object.fromEntries(
      ofTopic.map((property) => [
        property.id,
        {
          level: property.level,
          title: property.title,
          requirement: property.requirement,
          probe: probeOf(property),
          expect: [...property.expect, ...(property.slowExpectations ?? [])],
          fault: property.fault,
          shrinking: shrinkingOf(property, nameOf(property), {
            inputsFor: (nonce) => inputsFor(property, nonce),
            casesIn: (seen, nonce) => casesIn(property, seen, nonce).flatMap(({ own }) => own),
          }),
          ...(property.control === undefined ? {} : { control: property.control }),
          ...controlBesides(property, ofTopic),
          ...(property.doneBy === undefined ? {} : { doneBy: property.doneBy }),
        },
      ]),
    ),
  });
  return { ...written, isGenerated: true };
}

function controlBesides({ prerequisite }: Property, ofTopic: readonly Property[]): Pick<Check, 'positiveControl'> {
  const other = ofTopic.find(({ id }) => id === prerequisite?.property);
  return prerequisite === undefined || other === undefined
    ? {}
    : { positiveControl: { ...prerequisite.shows, probe: probeOf(other) } };
}

/**
 * Generates its inputs only when the first of them is sent, so that the first verdict of a run does not wait for
 * them.
 */
function probeOf(property: Property): Probe {
  const { needs, refusals, costs, again } = property;
  const cases = casesInCheckOf(property);
  const groups = Array.from({ length: Math.ceil(cases / atOnce) }, (_, at) => at);
  return {
    name: nameOf(property),
    needs,
    costs: { chats: costs.chats * cases, speeches: costs.speeches * cases },
    pace: 'singly',
    ...(mostStepsOf(property) === 1 ? { isCases: true } : {}),
    steps: groups.flatMap((group) => stepsOfGroup(property, group)),
    ...(again === undefined ? {} : { again }),
    ...(refusals === undefined ? {} : { refusals }),
  };
}

function nameOf(property: Property): string {
  return casesProbeName(casesInCheckOf(property), property.id);
}

/** The most steps that an input of the property takes. */
function mostStepsOf({ costs, mostSteps = costs.chats + costs.speeches }: Property): number {
  return mostSteps;
}

function stepsOfGroup(property: Property, group: number): readonly Step[] {
  const stepOf =
    (turn: number): Step =>
    (known) => {
      const own = groupsOf(inputsFor(property, known.nonce))[group] ?? [];
      const before = casesIn(property, known.seen, known.nonce).slice(0, group);
      const sentBefore = before.reduce((sum, { taken }) => sum + taken, 0);
      return stepsFor(own)[turn]?.({ ...known, seen: known.seen.slice(sentBefore) }) ?? [];
    };
  return Array.from({ length: mostStepsOf(property) }, (_, turn) => withEachCall(stepOf(turn), { role: 'generated' }));
}

function groupsOf(inputs: readonly Input[]): readonly (readonly Input[])[] {
  return Array.from({ length: Math.ceil(inputs.length / atOnce) }, (_, group) =>
    inputs.slice(group * atOnce, (group + 1) * atOnce),
  );
}

/**
 * The exchanges of each case, by group. Groups were sent one after another, and a conversation may end before its
 * last turn.
 */
function casesIn(
  property: Property,
  seen: Exchanges,
  nonce: StepInputs['nonce'],
): readonly ReturnType<typeof exchangesOf>[] {
  let left = seen;
  return groupsOf(inputsFor(property, nonce)).map((inputs) => {
    const sent = exchangesOf(inputs, left);
    left = left.slice(sent.taken);
    return sent;
  });
}

/**
 * Inputs generated for each one that is sent: the sent ones are chosen so that each kind of deviation is among them.
 */
const drawnForEach = 10;

/** The newest inputs of each property, kept because every step needs them and generating them takes long. */
const latest = new Map<string, { readonly seed: number; readonly inputs: readonly Input[] }>();

function inputsFor(property: Property, nonce: StepInputs['nonce']): readonly Input[] {
  const { id } = property;
  const seed = [...nonce(id)].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  const made = latest.get(id);
  if (made?.seed === seed) return made.inputs;
  const cases = casesInCheckOf(property);
  const pool = batchOf(inputsOf(property, options), seedOf(seed, id, 0), cases * drawnForEach);
  const inputs = pickVaried(pool, cases);
  latest.set(id, { seed, inputs });
  return inputs;
}
