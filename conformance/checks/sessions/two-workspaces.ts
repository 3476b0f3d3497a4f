import type { Expectation, Mismatch, Seen, ControlEvidence } from '../../model/check.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { areApart, mayBeOne } from '../../expectations/others/are-apart.ts';
import { botsCall } from '../../model/calls.ts';
import { headerOf, isTaken, type Exchange } from '../../model/exchange.ts';
import {
  byItselfIf,
  placeholders,
  workspacePlaceholder,
  type Call,
  type Known,
  type Probe,
  type Step,
} from '../../model/probe.ts';

/** Somebody with a workspace: how he calls, and the bot that he talks to. */
/** `listed`: whether the list of bots names this one for the token, or none at all. */
export type Party = { readonly authorization: string; readonly bot: string; readonly listed?: 'this' | 'none' };

/** Two workspaces, what was seen of them so far, and words that nobody has heard before. */
export type Two = {
  readonly owner: Party;
  readonly intruder: Party;
  readonly seen: Seen;
  readonly nonce: Known['nonce'];
};

export type Who = 'owner' | 'intruder';

/** By the tokens that were given, or by workspaces that the provisioner makes. */
type Way = 'tokens' | 'workspaces';

const bearers: Readonly<Record<Way, Readonly<Record<Who, string>>>> = {
  tokens: { owner: `Bearer ${placeholders.token}`, intruder: `Bearer ${placeholders.otherToken}` },
  workspaces: {
    owner: `Bearer ${workspacePlaceholder('owner')}`,
    intruder: `Bearer ${workspacePlaceholder('intruder')}`,
  },
};

/** Enough for all that either of them says. */
const workspace = { kind: 'credit-balance', credits: 100 } as const;

type TwoText = {
  readonly name: string;
  /** The most chats, and speeches, that one way takes. */
  readonly chats: number;
  readonly speeches?: number;
  readonly steps: readonly ((two: Two) => readonly Call[] | { readonly stop: string })[];
  /** True where something came from one workspace to the other. */
  readonly isLeak: (seen: Seen) => boolean;
  /** True where what others do with a given token, as the run does in other probes, may have cost it a session. */
  readonly mayBeCrowdedOut?: (seen: Seen) => boolean;
  readonly early?: true;
};

/**
 * Two workspaces side by side. Two tokens may be of one workspace, and then nothing that one knows of the other is
 * amiss: where something leaks between them, and there is a provisioner, it is asked again between two fresh ones.
 */
export function twoWorkspaces({ name, chats, speeches = 0, steps, isLeak, mayBeCrowdedOut, ...when }: TwoText): Probe {
  const goes: Readonly<Record<Way, (known: Known) => boolean>> = {
    tokens: ({ credentials }) => credentials.includes('otherToken'),
    workspaces: ({ credentials, seen }) =>
      credentials.includes('provisioner') && (!credentials.includes('otherToken') || isLeak(ofWay(seen, 'tokens'))),
  };
  const by = (way: Way): readonly Step[] =>
    steps.map((step) => (known) => (goes[way](known) ? step(twoOf(known, way)) : []));
  return {
    ...when,
    name,
    needs: ['token', 'otherWorkspace', 'bot'],
    costs: { chats: 2 * chats, speeches: 2 * speeches },
    ...(mayBeCrowdedOut === undefined
      ? {}
      : {
          again: byItselfIf((seen) => mayBeCrowdedOut(ofWay(seen, 'tokens')) && !isLeak(ofWay(seen, 'workspaces'))),
        }),
    steps: [
      // Bots may belong to workspaces: then the other one has a bot of its own.
      (known) => (goes.tokens(known) && known.otherBot === undefined ? [botsCall({ as: 'otherToken' })] : []),
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

function twoOf(known: Known, way: Way): Two {
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

/** The one that was named, else the first one's own where the other token lists it too, else the first that it lists. */
function otherBotIn({ bot, otherBot, seen }: Known): string {
  const listed = listedIn(seen);
  return otherBot ?? (listed.includes(bot) ? bot : (listed[0] ?? bot));
}

function listedAs(bot: string, seen: Seen): Pick<Party, 'listed'> {
  const isEmpty = seen.some((each) => each.operation === 'bots' && isTaken(each)) && listedIn(seen).length === 0;
  if (isEmpty) return { listed: 'none' };
  return listedIn(seen).includes(bot) ? { listed: 'this' } : {};
}

function listedIn(seen: Seen): readonly string[] {
  return seen.filter(({ operation }) => operation === 'bots').flatMap(botIdsIn);
}

function ofWay(seen: Seen, way: Way): Seen {
  const own = Object.values(bearers[way]);
  return seen.filter((each) => each.operation !== 'bots' && own.includes(authorizationOf(each)));
}

function authorizationOf({ request }: Exchange): string {
  return headerOf(request.headers, 'authorization') ?? '';
}

/** What one of the two said and heard, whichever way: `seen` is of one. */
export function turnsOf(seen: Seen, who: Who): readonly Exchange[] {
  return seen.filter((each) => Object.values(bearers).some((bearer) => bearer[who] === authorizationOf(each)));
}

const given: Readonly<Record<Who, string>> = { owner: placeholders.token, intruder: placeholders.otherToken };

const lookAlike = 'two tokens of one workspace would look alike';

/** What one can do to the session of the other: be told of it or speak in it, or have it lost. */
type Harm = 'leak' | 'loss';

/**
 * Why it cannot be told what befell two tokens, and not two fresh workspaces. What leaks, leaks in one workspace; what is lost
 * there need not be lost by the other token, as how many sessions are kept is not shown (8.2).
 */
const notBetweenFresh: Readonly<Record<Harm, string>> = {
  leak: `two workspaces of the provisioner are kept apart in this; ${mayBeOne}`,
  loss: 'not so between two workspaces of the provisioner: what else the run did with its tokens may have cost the session',
};

/** Judges each way by itself. */
export function amongTwo(judge: (seen: Seen) => readonly Mismatch[], harm: Harm = 'leak'): Expectation {
  return (seen) => {
    const [byTokens, byWorkspaces] = [ofWay(seen, 'tokens'), ofWay(seen, 'workspaces')];
    const proven = judge(byWorkspaces);
    const harmed = judge(byTokens);
    const [first] = harmed;
    if (proven.length > 0 || first === undefined) return proven;
    if (byWorkspaces.length > 0 && harm === 'leak' && areApart(given.owner, given.intruder, seen)) return harmed;
    if (byWorkspaces.length > 0)
      return { inconclusive: `${first.kind?.observed ?? first.observed}, and ${notBetweenFresh[harm]}` };
    return harm === 'loss' ? harmed : harmed.map((leak) => ({ ...leak, observed: `${leak.observed} (${lookAlike})` }));
  };
}

/** A control of the way that was gone. */
export function shownAmongTwo(shownIn: (seen: Seen) => ControlEvidence): (seen: Seen) => ControlEvidence {
  return (seen) => {
    const byTokens = ofWay(seen, 'tokens');
    return shownIn(byTokens.length > 0 ? byTokens : ofWay(seen, 'workspaces'));
  };
}
