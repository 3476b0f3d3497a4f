import type { Arbitrary } from 'fast-check';
import type { Check, Expectation, PositiveControl } from '../model/check.ts';
import type { FastCheck } from '../model/fast-check.ts';
import type { Again, Cost, Need, Refusals } from '../model/probe.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Input, Operation } from './inputs/request.ts';
import type { Exchange } from '../model/exchange.ts';
import type { TextOptions } from './inputs/texts.ts';
import { isAnsweredInFull, causesNoServerError, isRefusedInForm } from './oracles.ts';

/** What holds for every input that its generator makes. */
export type Property = Pick<
  Check,
  'id' | 'clause' | 'also' | 'title' | 'requirement' | 'level' | 'expect' | 'doneBy'
> & {
  /**
   * `valid`: the document demands that it be accepted. `invalid`: that it be refused. `unspecified`: it says neither, and no
   * more is asked than that nothing breaks. `mixed`: valid and invalid ones in turn.
   */
  readonly kind: 'valid' | 'invalid' | 'unspecified' | 'mixed';
  /** What its inputs are, where of each operation one property speaks for all that show the same. */
  readonly about?: 'valid' | 'open' | 'oddBytes' | 'mediaType';
  /** Whose requests its inputs are made of. */
  readonly operations: readonly Operation[];
  readonly needs: readonly Need[];
  /** Shows what a steady "not now" means. */
  readonly refusals?: Refusals;
  readonly inputs: (fc: FastCheck, options: TextOptions) => Arbitrary<Input>;
  /** What takes long to tell, and is told of some answers of each kind. */
  readonly thorough?: readonly Expectation[];
  /** The most that one case can use up. */
  readonly costs: Cost;
  /** Of its conversations: whether other cases, or other sessions, may be to blame. */
  readonly again?: Again;
  /** The id of the check that shows that the operation works at all. */
  readonly control?: string;
  /** What its passing rests on besides: that of the property with this id in the same clause. */
  readonly besides?: { readonly property: string; readonly shows: PositiveControl };
  /** The most steps that a case takes; absent: as many as it costs uses. */
  readonly mostSteps?: number;
  /** How many cases of a run it gets, beside the others. */
  readonly share: number;
  /** Fewer than the usual number of cases in a check run, where those would be too dear. */
  readonly casesInCheck?: number;
  /** Which the cases of a check run show with near certainty. */
  readonly fault: FaultId;
};

/** So many cases of each property a check run tries, where it does not ask for others. */
const usualCases = 12;

export function casesInCheckOf({ casesInCheck = usualCases }: Pick<Property, 'casesInCheck'>): number {
  return casesInCheck;
}

/** A pass of `fuzz` says no less than one of `check`: as many of its cases have to be judged as `check` tries. */
export const leastJudged = casesInCheckOf;

/** The one of these whose inputs are that, of this operation alone. */
export function propertyAbout(
  about: NonNullable<Property['about']>,
  operation: Exchange['operation'] | undefined,
  properties: readonly Property[],
): Property | undefined {
  return properties.find((each) => each.about === about && each.operations.every((own) => own === operation));
}

export const aChat = { operations: ['chat'], needs: ['token', 'bot'], costs: { chats: 1, speeches: 0 } } as const;
export const aStream = { ...aChat, operations: ['stream'] } as const;
export const aSpeech = { operations: ['speech'], needs: ['token'], costs: { chats: 0, speeches: 1 } } as const;

export const valid = { level: 'MUST', kind: 'valid', about: 'valid', expect: [isAnsweredInFull] } as const;
export const invalid = { level: 'MUST', kind: 'invalid', expect: [isRefusedInForm] } as const;
/** Of some 25 kinds. */
export const open = {
  level: 'MUST',
  kind: 'unspecified',
  about: 'open',
  expect: [causesNoServerError],
  casesInCheck: 20,
} as const;

/** What frameworks read by default as what it looks like: "4" as 4, 42 as "42". */
export const mistyped = {
  level: 'SHOULD',
  kind: 'invalid',
  expect: [isRefusedInForm],
  casesInCheck: 8,
  doneBy: [
    'Fastify 5.12.8: ajv converts values to the expected type',
    'Spring Boot 3.3.4: Jackson reads 42 as text, "4" as 4 and "" as nothing',
  ],
} as const;
/** What nobody meets but the sender of a spelling that no common client uses. */
export const oddlyTyped = {
  level: 'HTTP',
  kind: 'valid',
  about: 'mediaType',
  expect: [isAnsweredInFull],
  casesInCheck: 6,
  doneBy: ['axum 0.8.9: 415 to a blank before the semicolon', 'Falcon 4.4.0: 415 to Application/Json'],
} as const;
/** Endured too, but by whoever sends it alone. */
export const odd = {
  level: 'HTTP',
  kind: 'unspecified',
  about: 'oddBytes',
  expect: [causesNoServerError],
  casesInCheck: 5,
} as const;
export const oddRequirement = 'Bytes that no common client sends cause no server error (RFC 9110 15.5, 15.6)';
