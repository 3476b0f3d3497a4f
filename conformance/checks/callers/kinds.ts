import type { Workspace } from '../../model/probe.ts';
import { plentyOfCredits, richMember } from '../metering/spending/rich-member.ts';

/**
 * Who calls a service beside the API keys that a run is given, which may all be of one kind of workspace: nothing of the
 * interface but what is charged goes by the kind. All are rich, so that no balance refuses.
 */
export const callerKinds = {
  pooled: { kind: 'enterprise-pooled', includedRequests: 100, includedTts: 100 },
  per_user: { kind: 'enterprise-per-user', credits: plentyOfCredits },
  member: richMember,
} as const satisfies Readonly<Record<string, Workspace>>;

export type CallerKind = keyof typeof callerKinds;

export const callerKindNames = Object.keys(callerKinds) as readonly CallerKind[];

/** In the words of a message. */
export const callerKindLabels: Readonly<Record<CallerKind, string>> = {
  pooled: 'a pooled workspace',
  per_user: 'a per-user workspace',
  member: 'a member',
};
