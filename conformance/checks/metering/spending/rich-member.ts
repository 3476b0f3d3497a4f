import type { Workspace } from '../../../model/probe.ts';

/** More credits than a chat or a speech costs at any conceivable price. */
export const plentyOfCredits = 1_000_000;

/** A member whose workspace has plenty of everything, so that only the member's own limit can refuse a use. */
export const richMember: Workspace = {
  kind: 'enterprise-pooled',
  includedRequests: 100,
  includedTts: 100,
  credits: plentyOfCredits,
  caller: 'member',
};
