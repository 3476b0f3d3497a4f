import type { Check, Observation } from './check.ts';

/** What a run does: the checks to report, and the observations to send for. */
export type RunWork = {
  readonly checks: readonly Check[];
  readonly observations: readonly Observation[];
  /**
   * The probes of these checks go before all others, in this order: what a run without enough credits or time tries
   * first.
   */
  readonly first?: readonly Check[];
};
