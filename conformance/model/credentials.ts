import type { Chained } from './chain.ts';
import type { Credential, Need } from './probe.ts';
import type { Reason } from './run.ts';

/** What a run was given to work with. */
export type Credentials = {
  readonly token?: string | undefined;
  readonly otherToken?: string | undefined;
  /** The token of a workspace that has nothing left. */
  readonly spentToken?: string | undefined;
  /** A URL, or a shell command. */
  readonly provisioner?: string | undefined;
  /** Why nothing is sent to the target, where that is known before the run. */
  readonly unanswered?: Reason | undefined;
  /** Why nothing can be learnt with the token, where that was seen before the run. */
  readonly tokenFlaw?: Reason | undefined;
  /** Why the other token shows nothing of another workspace, where that was seen before the run. */
  readonly otherTokenFlaw?: Reason | undefined;
};

export const credentialNames = [
  'token',
  'otherToken',
  'spentToken',
  'provisioner',
] as const satisfies readonly Credential[];

/** The credentials that were given. */
export function credentialsIn(credentials: Credentials): readonly Credential[] {
  return credentialNames.filter((name) => credentials[name] !== undefined);
}

type Missable = Exclude<Need, 'bot'>;

/** The name of each credential in a sentence about its absence, and how to give it. */
const lacks: Readonly<Record<Missable, readonly [name: string, advice: string]>> = {
  token: ['token', '--token or ASSAY_TOKEN'],
  otherToken: ['second token', 'ASSAY_OTHER_TOKEN'],
  otherWorkspace: ['second workspace', '--other-token or ASSAY_OTHER_TOKEN, or --provisioner'],
  spentToken: ['spent token', '--spent-token or ASSAY_SPENT_TOKEN'],
  spentWorkspace: ['workspace without credits left', '--spent-token or ASSAY_SPENT_TOKEN, or --provisioner'],
  provisioner: ['provisioner', '--provisioner or ASSAY_PROVISIONER'],
};

/** Needs that a provisioner fulfils as well as a token does. */
const tokenFor = { otherWorkspace: 'otherToken', spentWorkspace: 'spentToken' } as const;

/** Whether a probe with this need can be sent with that credential. */
export function satisfies(name: Credential, need: Need): boolean {
  if (need !== 'otherWorkspace' && need !== 'spentWorkspace') return name === need;
  return name === 'provisioner' || name === tokenFor[need];
}

/** Why a probe with these needs cannot be sent at all; undefined where it can. */
export function missingCredential(needs: readonly Need[], credentials: Credentials): Reason | undefined {
  const given = credentialsIn(credentials);
  const what = needs.find((need) => need !== 'bot' && !given.some((name) => satisfies(name, need)));
  if (what === undefined || what === 'bot') return undefined;
  const [name, advice] = lacks[what];
  return { because: `no ${name} was given: ${advice}`, about: { is: 'missing', what, name, advice } };
}

/** A check without its combined probe (`within`), where that cannot be sent. */
export function withReachableParts<C extends Chained>(check: C, credentials: Credentials): C {
  if (check.within === undefined || missingCredential(check.within.probe.needs, credentials) === undefined)
    return check;
  const { within: _, ...rest } = check;
  return rest as C;
}

/**
 * The first thing that a check needs and that was not given, for its own probe or for that of its `positiveControl`.
 */
export function missingCredentialFor(check: Chained, credentials: Credentials): Reason | undefined {
  // `within` may stand for the check's own probe, and is not needed; its `control` is a check that is judged by itself.
  const { probe, positiveControl } = check;
  return [probe, positiveControl?.probe]
    .filter((each) => each !== undefined)
    .map(({ needs }) => missingCredential(needs, credentials))
    .find((reason) => reason !== undefined);
}
