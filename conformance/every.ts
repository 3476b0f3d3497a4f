import { addOwnWords } from './http/masking/own-words.ts';
import type { Check, Clause } from './model/check.ts';
import { checks, clauses } from './index.ts';
import { propertyChecks, propertyClauses } from './fuzz/checks.ts';

/** Everything that a check run judges: the listed checks, and behind them what nobody listed. */
export const everyClause: readonly Clause[] = [...clauses, ...propertyClauses];

export const everyCheck: readonly Check[] = [...checks, ...propertyChecks];

// Reports name checks whatever the secrets are, and what a report names is taken up by `reproduce` and `--rerun-failed`.
addOwnWords(everyCheck.flatMap(({ id, title, requirement }) => [id, title, requirement]));
