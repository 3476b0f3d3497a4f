import { attributeTo, uncoveredChatStatusText } from '../../model/mismatch.ts';
import { addCosts } from '../../model/costs.ts';
import {
  combineJudgements,
  type Expectation,
  type Judgement,
  type Mismatch,
  type Exchanges,
} from '../../model/check.ts';
import { isAccepted } from '../../model/exchange.ts';
import { aboutAnswer } from '../../model/reason.ts';
import type { Probe, Step, Workspace } from '../../model/probe.ts';
import { describeAnswer } from '../../expectations/describe-answer.ts';
import { refusalProofFor } from './spending/steady-refusal.ts';
import { callFor, workspaceCaller, costOfUses, exchangesOfWorkspace, type Use } from './spending/uses.ts';

/** A use up to a limit of 1, uses past it, and uses that the limit does not concern. */
type Member = {
  readonly workspace: Workspace;
  readonly first: Use;
  readonly past: readonly Use[];
  readonly others: readonly Use[];
};

/**
 * How the use of a member is paid is not given (8.1 is about API keys). So two members with equal balances are
 * compared: one is refused for a limit in between, and afterwards both must be answered alike.
 */
const members: Readonly<Record<string, Member>> = {
  chats: {
    workspace: { kind: 'credit-balance', caller: 'member', credits: 4, memberRequestLimit: 1 },
    first: 'chat',
    past: ['chat', 'stream'],
    others: ['speech'],
  },
  speeches: {
    workspace: { kind: 'credit-balance', caller: 'member', credits: 5, memberTtsLimit: 1 },
    first: 'speech',
    past: ['speech', 'speech of all options'],
    others: ['chat', 'stream'],
  },
};

const besideOf = (name: string): string => `${name}_beside`;

/** The uses of each workspace, by its name. */
const scripts: readonly (readonly [name: string, workspace: Workspace, uses: readonly Use[]])[] = Object.entries(
  members,
).flatMap(([name, { workspace, first, past, others }]) => [
  [name, workspace, [first, ...past, ...others]],
  [besideOf(name), workspace, [first, ...others]],
]);

const ask = (at: number): Step => {
  return (known) =>
    scripts.flatMap(([name, , uses]) => {
      const use = uses[at];
      return use === undefined ? [] : [callFor(use, workspaceCaller(known, name), known, true)];
    });
};

export const pastTheLimit: Probe = {
  name: 'members past their limits, beside others',
  needs: ['provisioner'],
  again: { is: 'anew' },
  costs: scripts.map(([, , uses]) => costOfUses(uses)).reduce(addCosts),
  steps: [
    () => ({ make: Object.fromEntries(scripts.map(([name, workspace]) => [name, workspace])) }),
    ...Array.from({ length: Math.max(...scripts.map(([, , uses]) => uses.length)) }, (_, at) => ask(at)),
  ],
  ...refusalProofFor(
    scripts.flatMap(([, , uses]) => uses),
    ...scripts.map(([, workspace]) => workspace),
  ),
};

/** Uses that the other member is served, the refused member is served too. */
export const refusalsTakeNothing: Expectation = (seen) =>
  combineJudgements(Object.entries(members).map(([name, member]) => judgedOf(name, member, seen)));

function judgedOf(name: string, { first, past, others }: Member, seen: Exchanges): Judgement {
  const own = exchangesOfWorkspace(seen, name);
  const beside = exchangesOfWorkspace(seen, besideOf(name));
  if (own.length < 1 + past.length + others.length || beside.length < 1 + others.length)
    return { inconclusive: 'not every use was sent' };
  if (!beside.every(isAccepted))
    return { inconclusive: 'what a member may use beside the limit is not given', isUnspecified: true };
  const refused = own.slice(1, 1 + past.length);
  const inconclusive = `a ${first} up to the limit was refused, or one past it was answered`;
  const [upTo, pastIt] = [own.slice(0, 1).find((each) => !isAccepted(each)), refused.find(isAccepted)];
  if (upTo !== undefined) return { inconclusive, ...aboutAnswer(upTo.id) };
  if (pastIt !== undefined)
    return { inconclusive, about: { is: 'answer', exchange: pastIt.id, due: uncoveredChatStatusText } };
  return own.slice(1 + past.length).flatMap((exchange, at): readonly Mismatch[] => {
    if (isAccepted(exchange)) return [];
    const expected = `success, as another member got without the refused ${past.join(' and ')} before it`;
    const observed = exchange.response.is === 'answer' ? describeAnswer(exchange.response) : 'no answer';
    const mismatch = {
      subject: 'status',
      expected,
      observed,
      kind: { is: 'status', due: 'success' },
      exchange: exchange.id,
    } as const;
    return [attributeTo(mismatch, `a ${others[at] ?? 'chat'} (${exchange.id})`)];
  });
}
