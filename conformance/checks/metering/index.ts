import type { Clause } from '../../model/check.ts';
import { counts } from './counts.checks.ts';
import { balance } from './credit-balance.checks.ts';
import { pooledIncluded } from './enterprise.checks.ts';
import { forms } from './forms.checks.ts';
import { members } from './members.checks.ts';
import { mixed } from './mixed.checks.ts';
import { enterprisePrices } from './prices.checks.ts';
import { races } from './races.checks.ts';
import { refusal } from './refusals.checks.ts';
import { spentToken } from './spent-token.checks.ts';
import { uncharged } from './uncharged.checks.ts';

/** Section 8, and what other sections say of usage, in the order of the document. */
export const meteringClauses: readonly Clause[] = [
  balance,
  counts,
  forms,
  uncharged,
  mixed,
  races,
  pooledIncluded,
  enterprisePrices,
  members,
  refusal,
  spentToken,
];
