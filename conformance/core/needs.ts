import { ownProbesOf, type Chained } from './chain.ts';
import type { Mean, Need } from './probe.ts';

/** What a run was given to work with. */
export type Means = {
  readonly token?: string | undefined;
  readonly otherToken?: string | undefined;
  /** Of a workspace that has nothing left. */
  readonly spentToken?: string | undefined;
  /** A URL, or a shell command. */
  readonly provisioner?: string | undefined;
  /** Why nothing is asked of the target, where that was seen before the run. */
  readonly unanswered?: string | undefined;
  /** Why nothing can be learnt by the token, where that was seen before the run. */
  readonly tokenFlaw?: string | undefined;
  /** Why the other token shows nothing of another workspace, where that was seen before the run. */
  readonly otherTokenFlaw?: string | undefined;
};

export const meanNames = ['token', 'otherToken', 'spentToken', 'provisioner'] as const satisfies readonly Mean[];

/** Those that were given. */
export function meansIn(means: Means): readonly Mean[] {
  return meanNames.filter((name) => means[name] !== undefined);
}

/** Why a probe with these needs cannot be sent at all; undefined where it can. */
export function lackingNeed(needs: readonly Need[], means: Means): string | undefined {
  const lacks: Readonly<Record<Need, string | undefined>> = {
    token: means.token === undefined ? 'no token was given: --token or ASSAY_TOKEN' : undefined,
    otherToken: means.otherToken === undefined ? 'no second token was given: ASSAY_OTHER_TOKEN' : undefined,
    otherWorkspace:
      means.otherToken === undefined && means.provisioner === undefined
        ? 'no second workspace was given: --other-token or ASSAY_OTHER_TOKEN, or --provisioner'
        : undefined,
    spentToken:
      means.spentToken === undefined ? 'no spent token was given: --spent-token or ASSAY_SPENT_TOKEN' : undefined,
    spentWorkspace:
      means.spentToken === undefined && means.provisioner === undefined
        ? 'no workspace with nothing left was given: --spent-token or ASSAY_SPENT_TOKEN, or --provisioner'
        : undefined,
    provisioner:
      means.provisioner === undefined ? 'no provisioner was given: --provisioner or ASSAY_PROVISIONER' : undefined,
    bot: undefined,
  };
  return needs.map((need) => lacks[need]).find((reason) => reason !== undefined);
}

/** The same for a check with its control. */
export function lackingIn(check: Chained, means: Means): string | undefined {
  return ownProbesOf(check)
    .map(({ needs }) => lackingNeed(needs, means))
    .find((reason) => reason !== undefined);
}
