import type { Workspace } from '../../model/probe.ts';
import { plenty, richMember } from '../metering/spending/rich-member.ts';

/**
 * Who calls a service beside the API keys that a run is given, which may all be of one kind of workspace: nothing of the
 * interface but what is charged goes by the kind. All are rich, so that no balance refuses.
 */
export const kinds = {
  pooled: { kind: 'enterprise-pooled', includedRequests: 100, includedTts: 100 },
  per_user: { kind: 'enterprise-per-user', credits: plenty },
  member: richMember,
} as const satisfies Readonly<Record<string, Workspace>>;

export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as readonly Kind[];

/** In the words of a message. */
export const kindWords: Readonly<Record<Kind, string>> = {
  pooled: 'a pooled workspace',
  per_user: 'a per-user workspace',
  member: 'a member',
};
