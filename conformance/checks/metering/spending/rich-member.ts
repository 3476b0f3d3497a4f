import type { Workspace } from '../../../model/probe.ts';

/** More credits than a chat or a speech costs at any price that somebody would ask. */
export const plenty = 1_000_000;

/** A member whose workspace is rich in everything, so that nothing but a limit of his own can refuse. */
export const richMember: Workspace = {
  kind: 'enterprise-pooled',
  includedRequests: 100,
  includedTts: 100,
  credits: plenty,
  caller: 'member',
};
