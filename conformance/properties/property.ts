import type { Arbitrary } from 'fast-check';
import type { Expectation } from '../core/check.ts';
import type { FastCheck } from '../core/fast-check.ts';
import type { Cost } from '../core/probe.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Input } from './request.ts';
import type { TextWishes } from './texts.ts';

/** What holds for every input that its generator makes. */
export type Property = {
  readonly id: string;
  readonly clause: string;
  readonly also: readonly string[];
  readonly says: string;
  /**
   * `lawful`: the document demands that it be accepted. `unlawful`: that it be refused. `open`: it says neither, and no
   * more is asked than that nothing breaks.
   */
  readonly kind: 'lawful' | 'unlawful' | 'open';
  readonly inputs: (fc: FastCheck, wishes: TextWishes) => Arbitrary<Input>;
  readonly expect: readonly Expectation[];
  /** What takes long to tell, and is told of some answers of each kind. */
  readonly thorough?: readonly Expectation[];
  /** The most that one case can use up. */
  readonly costs: Cost;
  /** The id of the check that shows that the operation works at all. */
  readonly twin?: string;
  /** How many cases of a run it gets, beside the others. */
  readonly share: number;
  /** Which 20 cases show with near certainty. */
  readonly fault: FaultId;
};
