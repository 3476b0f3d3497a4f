import type { Workspace } from '../core/probe.ts';

/** A member whose workspace is rich in everything, so that nothing but a limit of his own can refuse. */
export const richMember: Workspace = {
  kind: 'enterprise-pooled',
  includedRequests: 100,
  includedTts: 100,
  credits: 1_000_000,
  caller: 'member',
};
