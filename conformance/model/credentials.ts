import { ownProbesOf, type Chained } from './chain.ts';
import type { Credential, Need } from './probe.ts';

/** What a run was given to work with. */
export type Credentials = {
  readonly token?: string | undefined;
  readonly otherToken?: string | undefined;
  /** Of a workspace that has nothing left. */
  readonly spentToken?: string | undefined;
  /** A URL, or a shell command. */
  readonly provisioner?: string | undefined;
  /** Why nothing is sent to the target, where that is known before the run. */
  readonly unanswered?: string | undefined;
  /** Why nothing can be learnt by the token, where that was seen before the run. */
  readonly tokenFlaw?: string | undefined;
  /** Why the other token shows nothing of another workspace, where that was seen before the run. */
  readonly otherTokenFlaw?: string | undefined;
};

export const credentialNames = [
  'token',
  'otherToken',
  'spentToken',
  'provisioner',
] as const satisfies readonly Credential[];

/** Those that were given. */
export function credentialsIn(credentials: Credentials): readonly Credential[] {
  return credentialNames.filter((name) => credentials[name] !== undefined);
}

/** Why a probe with these needs cannot be sent at all; undefined where it can. */
export function missingRequirement(needs: readonly Need[], credentials: Credentials): string | undefined {
  const lacks: Readonly<Record<Need, string | undefined>> = {
    token: credentials.token === undefined ? 'no token was given: --token or ASSAY_TOKEN' : undefined,
    otherToken: credentials.otherToken === undefined ? 'no second token was given: ASSAY_OTHER_TOKEN' : undefined,
    otherWorkspace:
      credentials.otherToken === undefined && credentials.provisioner === undefined
        ? 'no second workspace was given: --other-token or ASSAY_OTHER_TOKEN, or --provisioner'
        : undefined,
    spentToken:
      credentials.spentToken === undefined ? 'no spent token was given: --spent-token or ASSAY_SPENT_TOKEN' : undefined,
    spentWorkspace:
      credentials.spentToken === undefined && credentials.provisioner === undefined
        ? 'no workspace with nothing left was given: --spent-token or ASSAY_SPENT_TOKEN, or --provisioner'
        : undefined,
    provisioner:
      credentials.provisioner === undefined
        ? 'no provisioner was given: --provisioner or ASSAY_PROVISIONER'
        : undefined,
    bot: undefined,
  };
  return needs.map((need) => lacks[need]).find((reason) => reason !== undefined);
}

/** The same for a check with its control. */
export function missingRequirementOf(check: Chained, credentials: Credentials): string | undefined {
  return ownProbesOf(check)
    .map(({ needs }) => missingRequirement(needs, credentials))
    .find((reason) => reason !== undefined);
}
