import type { Expectation, Mismatch, Exchanges, ControlEvidence } from '../../model/check.ts';
import { areDistinctWorkspaces, mayBeSameWorkspace } from '../../expectations/others/distinct-workspaces.ts';
import { botsCall } from '../../model/calls.ts';
import { headerOf, isAccepted, type Exchange } from '../../model/exchange.ts';
import {
  repeatAloneIf,
  placeholders,
  workspacePlaceholder,
  type Call,
  type StepInputs,
  type Probe,
  type Step,
  stepIf,
} from '../../model/probe.ts';
import { asksForOtherBot, listedFor, otherBotIn } from '../other-bot.ts';

/** Somebody with a workspace: how he calls, and the bot that he talks to. */
/** `listed`: whether the list of bots names this one for the token, or none at all. */
export type Caller = { readonly authorization: string; readonly bot: string; readonly listed?: 'this' | 'none' };

/** Two workspaces, their exchanges so far, and words that nobody has heard before. */
export type CallerPair = {
  readonly owner: Caller;
  readonly intruder: Caller;
  readonly seen: Exchanges;
  readonly nonce: StepInputs['nonce'];
};

export type CallerRole = 'owner' | 'intruder';

/** With the tokens that were given, or with workspaces that the provisioner makes. */
type CredentialSource = 'tokens' | 'workspaces';

const bearers: Readonly<Record<CredentialSource, Readonly<Record<CallerRole, string>>>> = {
  tokens: { owner: `Bearer ${placeholders.token}`, intruder: `Bearer ${placeholders.otherToken}` },
  workspaces: {
    owner: `Bearer ${workspacePlaceholder('owner')}`,
    intruder: `Bearer ${workspacePlaceholder('intruder')}`,
  },
};

/** Enough for all requests of either caller. */
const workspace = { kind: 'credit-balance', credits: 100 } as const;

type TwoWorkspacesOptions = {
  readonly name: string;
  /** Most chats, and speeches, that either way takes. */
  readonly chats: number;
  readonly speeches?: number;
  readonly steps: readonly ((two: CallerPair) => readonly Call[] | { readonly stop: string })[];
  /** True where something came from one workspace to the other. */
  readonly isLeak: (seen: Exchanges) => boolean;
  /** True where other requests of the run with a given token may have cost it a session. */
  readonly mayBeEvicted?: (seen: Exchanges) => boolean;
  readonly isEarly?: true;
};

/**
 * Two workspaces side by side. Two tokens may belong to the same workspace, and then a leak between them is no mistake:
 * where something leaks, and there is a provisioner, the probe is repeated between two new workspaces.
 */
export function twoWorkspaces({
  name,
  chats,
  speeches = 0,
  steps,
  isLeak,
  mayBeEvicted,
  ...when
}: TwoWorkspacesOptions): Probe {
  const goes: Readonly<Record<CredentialSource, (known: StepInputs) => boolean>> = {
    tokens: ({ credentials }) => credentials.includes('otherToken'),
    workspaces: ({ credentials, seen }) =>
      credentials.includes('provisioner') && (!credentials.includes('otherToken') || isLeak(ofWay(seen, 'tokens'))),
  };
  const by = (way: CredentialSource): readonly Step[] =>
    steps.map((step) => (known) => (goes[way](known) ? step(twoOf(known, way)) : []));
  return {
    ...when,
    name,
    needs: ['token', 'otherWorkspace', 'bot'],
    costs: { chats: 2 * chats, speeches: 2 * speeches },
    ...(mayBeEvicted === undefined
      ? {}
      : {
          again: repeatAloneIf((seen) => mayBeEvicted(ofWay(seen, 'tokens')) && !isLeak(ofWay(seen, 'workspaces'))),
        }),
    steps: [
      ...asksForOtherBot.map((step) => stepIf(goes.tokens, step)),
      ...by('tokens'),
      (known) => (goes.workspaces(known) ? { make: { owner: workspace, intruder: workspace } } : []),
      ...by('workspaces'),
      ({ credentials, seen }) =>
        credentials.includes('otherToken') && isLeak(ofWay(seen, 'tokens')) && ofWay(seen, 'workspaces').length > 0
          ? [botsCall(), botsCall({ as: 'otherToken' })]
          : [],
    ],
  };
}

function twoOf(known: StepInputs, way: CredentialSource): CallerPair {
  const { owner, intruder } = bearers[way];
  const bots = way === 'tokens' ? [known.bot, otherBotIn(known)] : [known.bots['owner'], known.bots['intruder']];
  return {
    owner: { authorization: owner, bot: bots[0] ?? '' },
    intruder: {
      authorization: intruder,
      bot: bots[1] ?? '',
      ...(way === 'tokens' ? listedAs(bots[1] ?? '', known.seen) : {}),
    },
    seen: ofWay(known.seen, way),
    nonce: (label) => known.nonce(`${label} of ${way}`),
  };
}

function listedAs(bot: string, seen: Exchanges): Pick<Caller, 'listed'> {
  const listed = listedFor('otherToken', seen);
  const isEmpty = seen.some((each) => each.operation === 'bots' && isAccepted(each)) && listed.length === 0;
  if (isEmpty) return { listed: 'none' };
  return listed.includes(bot) ? { listed: 'this' } : {};
}

function ofWay(seen: Exchanges, way: CredentialSource): Exchanges {
  const own = Object.values(bearers[way]);
  return seen.filter((each) => each.operation !== 'bots' && own.includes(authorizationOf(each)));
}

function authorizationOf({ request }: Exchange): string {
  return headerOf(request.headers, 'authorization') ?? '';
}

/** The exchanges of one of the two callers, by either way; `seen` must be of a single way. */
export function turnsOfRole(seen: Exchanges, who: CallerRole): readonly Exchange[] {
  return seen.filter((each) => Object.values(bearers).some((bearer) => bearer[who] === authorizationOf(each)));
}

const given: Readonly<Record<CallerRole, string>> = { owner: placeholders.token, intruder: placeholders.otherToken };

const lookAlike = 'two tokens of one workspace would look alike';

/** What one caller can do to the session of the other: read it or speak in it, or make its owner lose it. */
type Harm = 'leak' | 'loss';

/**
 * Why a harm is inconclusive that befell two tokens but not two new workspaces. A leak is no mistake where both tokens
 * belong to one workspace; and a session may be lost for another reason than the other token, as how many sessions are
 * kept is not shown (8.2).
 */
const notBetweenFresh: Readonly<Record<Harm, string>> = {
  leak: `two workspaces of the provisioner are kept apart in this; ${mayBeSameWorkspace}`,
  loss: 'not so between two workspaces of the provisioner: what else the run did with its tokens may have cost the session',
};

/** Judges each way by itself. */
export function betweenCallers(judge: (seen: Exchanges) => readonly Mismatch[], harm: Harm = 'leak'): Expectation {
  return (seen) => {
    const [byTokens, byWorkspaces] = [ofWay(seen, 'tokens'), ofWay(seen, 'workspaces')];
    const proven = judge(byWorkspaces);
    const harmed = judge(byTokens);
    const [first] = harmed;
    if (proven.length > 0 || first === undefined) return proven;
    if (byWorkspaces.length > 0 && harm === 'leak' && areDistinctWorkspaces(given.owner, given.intruder, seen))
      return harmed;
    if (byWorkspaces.length > 0)
      return { inconclusive: `${first.kind?.observed ?? first.observed}, and ${notBetweenFresh[harm]}` };
    return harm === 'loss' ? harmed : harmed.map((leak) => ({ ...leak, observed: `${leak.observed} (${lookAlike})` }));
  };
}

/** The control of the way that was used. */
export function evidenceBetweenCallers(
  shownIn: (seen: Exchanges) => ControlEvidence,
): (seen: Exchanges) => ControlEvidence {
  return (seen) => {
    const byTokens = ofWay(seen, 'tokens');
    return shownIn(byTokens.length > 0 ? byTokens : ofWay(seen, 'workspaces'));
  };
}
