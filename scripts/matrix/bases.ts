import { validExcept, type Behaviour } from '../../fixtures/service/index.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { combinations, variants, type VariantId } from '../../fixtures/variants/index.ts';

const { nested, bare, compressed } = combinations;

/**
 * The valid service, and three services as different from it and each other as the variants allow: in framing, in
 * shapes and in status codes, so that no kill depends on how the reference service happens to answer.
 */
export const matrixBases = { valid: [], nested, bare, compressed } as const satisfies Readonly<
  Record<string, readonly VariantId[]>
>;

export type MatrixBaseId = keyof typeof matrixBases;

export const matrixBaseIds = Object.keys(matrixBases) as readonly MatrixBaseId[];

/** Faults that do no harm on a base, and why, though a client sees a difference. */
export const harmlessFaults: Readonly<Partial<Record<MatrixBaseId, Readonly<Partial<Record<FaultId, string>>>>>> = {
  bare: {
    'memory-loses-a-turn-of-two':
      'each turn gives another sessionId, and the document leaves open which of two at once continues the session',
    'replies-of-one-session-swapped':
      'it knows the two turns of a session by the id of their replies, and each turn gives another',
    'session-number-refused-in-stream': 'its ids are strings from the first turn on',
    'third-turn-costs-two': 'it knows the turns of a session by an id that stays, and each turn gives another',
    'pooled-third-turn-takes-two': 'it knows the turns of a session by an id that stays, and each turn gives another',
    'ninth-turn-costs-two': 'it knows the turns of a session by an id that stays, and each turn gives another',
    'stream-left-breaks-the-next': 'an error behind the last event ends the connection, as its streams do',
  },
};

/** A base with these faults. It is made anew for every start, as both may keep state. */
export function matrixBehaviour(base: MatrixBaseId, ...mistakes: readonly FaultId[]): Behaviour {
  const ids: readonly VariantId[] = matrixBases[base];
  const changes = [...ids.map((id) => variants[id]), ...mistakes.map((id) => faults[id])];
  return validExcept(...changes.map(({ change }) => change));
}
