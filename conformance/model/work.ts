import type { Check, Observation } from './check.ts';

/** What a run does: the checks to report, and the observations to send for. */
export type Work = { readonly checks: readonly Check[]; readonly observations: readonly Observation[] };
