import type { Need } from './probe.ts';

/** What a run was given to work with. */
export type Means = {
  readonly token?: string | undefined;
  readonly otherToken?: string | undefined;
  readonly spentToken?: string | undefined;
  readonly provisioner?: string | undefined;
};

export const meanNames = [
  'token',
  'otherToken',
  'spentToken',
  'provisioner',
] as const satisfies readonly (keyof Means)[];

/** One of the means, by its name. */
export type Mean = (typeof meanNames)[number];

/** Why a probe with these needs cannot be sent at all; undefined where it can. */
export function lackingNeed(needs: readonly Need[], means: Means): string | undefined {
  const lacks: Readonly<Record<Need, string | undefined>> = {
    token: means.token === undefined ? 'no token was given: --token or ASSAY_TOKEN' : undefined,
    otherToken: means.otherToken === undefined ? 'no second workspace was given: ASSAY_OTHER_TOKEN' : undefined,
    spentToken:
      means.spentToken === undefined ? 'no spent token was given: --spent-token or ASSAY_SPENT_TOKEN' : undefined,
    provisioner:
      means.provisioner === undefined ? 'no provisioner was given: --provisioner or ASSAY_PROVISIONER' : undefined,
    bot: undefined,
  };
  return needs.map((need) => lacks[need]).find((reason) => reason !== undefined);
}
