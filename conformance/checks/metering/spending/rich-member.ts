import type { Workspace } from '../../../model/probe.ts';

/** A member whose workspace is rich in everything, so that nothing but a limit of his own can refuse. */
export const richMember: Workspace = {
  kind: 'enterprise-pooled',
  includedRequests: 100,
  includedTts: 100,
  credits: 1_000_000,
  caller: 'member',
};
