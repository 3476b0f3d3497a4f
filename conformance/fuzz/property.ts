import type { Arbitrary } from 'fast-check';
import type { Check, Expectation, PositiveControl } from '../model/check.ts';
import type { FastCheck } from '../model/fast-check.ts';
import type { RepeatRule, Cost, Need, Refusals } from '../model/probe.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Input, Operation } from './inputs/request.ts';
import type { Exchange } from '../model/exchange.ts';
import type { TextOptions } from './inputs/texts.ts';
import { isAnsweredInFull, causesNoServerError, isRefusedInForm } from './oracles.ts';

/** A requirement that holds for every input of its generator. */
export type Property = Pick<
  Check,
  'id' | 'clause' | 'also' | 'title' | 'requirement' | 'level' | 'expect' | 'doneBy'
> & {
  /**
   * `valid`: the document demands that inputs are accepted. `invalid`: that they are refused. `unspecified`: neither, and
   * they only must not break the service. `mixed`: valid and invalid requests in turn.
   */
  readonly kind: 'valid' | 'invalid' | 'unspecified' | 'mixed';
  /**
   * The subject of its inputs; a failure that has another subject is reported by the property of that subject and
   * operation.
   */
  readonly about?: 'valid' | 'open' | 'oddBytes' | 'mediaType';
  /** The operations of the requests in its inputs. */
  readonly operations: readonly Operation[];
  readonly needs: readonly Need[];
  /** How to tell what repeated 429 answers mean. */
  readonly refusals?: Refusals;
  readonly inputs: (fc: FastCheck, options: TextOptions) => Arbitrary<Input>;
  /** Slow expectations, applied to some answers of each kind. */
  readonly slowExpectations?: readonly Expectation[];
  /** The most that one case can cost. */
  readonly costs: Cost;
  /** When its conversations are sent once more, because other cases or sessions may have caused a failure. */
  readonly again?: RepeatRule;
  /** The id of the check that shows that the operation works at all. */
  readonly control?: string;
  /** A further positive control: the property with this id in the same clause. */
  readonly prerequisite?: { readonly property: string; readonly shows: PositiveControl };
  /** The most steps of a case; where absent, the number of uses that it costs. */
  readonly mostSteps?: number;
  /** Its share of the cases of a run. */
  readonly share: number;
  /** Cases in a `check` run, where not the usual number. */
  readonly casesInCheck?: number;
  /** A fault that the cases of a `check` run find almost certainly. */
  readonly fault: FaultId;
};

/** Cases of a property in a `check` run. */
const usualCases = 12;

export function casesInCheckOf({ casesInCheck = usualCases }: Pick<Property, 'casesInCheck'>): number {
  return casesInCheck;
}

/** Fewest judged cases of a pass of `fuzz`: as many as `check` tries, so that a pass of either says the same. */
export const minJudgedCases = casesInCheckOf;

/** The property of this subject whose inputs are of this operation alone. */
export function propertyAbout(
  about: NonNullable<Property['about']>,
  operation: Exchange['operation'] | undefined,
  properties: readonly Property[],
): Property | undefined {
  return properties.find((each) => each.about === about && each.operations.every((own) => own === operation));
}

export const chatProperty = {
  operations: ['chat'],
  needs: ['token', 'bot'],
  costs: { chats: 1, speeches: 0 },
} as const;
export const streamProperty = { ...chatProperty, operations: ['stream'] } as const;
export const speechProperty = { operations: ['speech'], needs: ['token'], costs: { chats: 0, speeches: 1 } } as const;

export const validProperty = { level: 'MUST', kind: 'valid', about: 'valid', expect: [isAnsweredInFull] } as const;
export const invalidProperty = { level: 'MUST', kind: 'invalid', expect: [isRefusedInForm] } as const;
/** Of some 25 kinds. */
export const openProperty = {
  level: 'MUST',
  kind: 'unspecified',
  about: 'open',
  expect: [causesNoServerError],
  casesInCheck: 20,
} as const;

/** What frameworks read by default as what it looks like: "4" as 4, 42 as "42". */
export const mistypedProperty = {
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
export const oddMediaTypeProperty = {
  level: 'HTTP',
  kind: 'valid',
  about: 'mediaType',
  expect: [isAnsweredInFull],
  casesInCheck: 6,
  doneBy: ['axum 0.8.9: 415 to a blank before the semicolon', 'Falcon 4.4.0: 415 to Application/Json'],
} as const;
/** Endured too, but by whoever sends it alone. */
export const oddBytesProperty = {
  level: 'HTTP',
  kind: 'unspecified',
  about: 'oddBytes',
  expect: [causesNoServerError],
  casesInCheck: 5,
} as const;
export const oddRequirement = 'Bytes that no common client sends cause no server error (RFC 9110 15.5, 15.6)';
