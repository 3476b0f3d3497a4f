import { chatCall, nameOfProbe } from '../../model/calls.ts';
import { newestSessionId } from '../../expectations/bodies/carries-session-id.ts';
import { combineJudgements, type Expectation, type LedgerRow, type Mismatch } from '../../model/check.ts';
import { uncoveredChatStatus } from '../../contract/limits.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { stepIf, type Probe, type Step, type Workspace } from '../../model/probe.ts';
import { callsAtPlace, judgeLastUse, type Script } from './spending/script.ts';
import { leastText } from './spending/use-texts.ts';
import { workspaceCaller, exchangesOfWorkspace } from './spending/uses.ts';

type CheckParts = { readonly level: 'MUST'; readonly probe: Probe; readonly expect: readonly Expectation[] };

/** A chat of the poor workspace is refused though the rich one beside it could pay, and the rich one still can. */
export function eachPaysForItself(poor: Workspace, rich: Workspace): CheckParts {
  const scripts: Readonly<Record<string, Script>> = {
    poor: { workspace: poor, uses: ['chat'] },
    rich: { workspace: rich, uses: ['chat'] },
  };
  const make: Step = () => ({ make: { poor, rich } });
  const ask = Object.entries(scripts).map(
    ([name, script]): Step =>
      (known) =>
        callsAtPlace(script, 0, known, name),
  );
  const probe: Probe = {
    name: nameOfProbe('neighbours', poor, rich),
    needs: ['provisioner'],
    again: { is: 'anew' },
    costs: { chats: 2, speeches: 0 },
    steps: [make, ...ask],
  };
  const ends = (wanted: 'covered' | 'uncovered', name: 'poor' | 'rich'): Expectation => {
    const script = scripts[name];
    return (seen) => (script === undefined ? [] : judgeLastUse(wanted, script, exchangesOfWorkspace(seen, name)));
  };
  return { level: 'MUST', probe, expect: [ends('uncovered', 'poor'), ends('covered', 'rich')] };
}

const owner: Script = { workspace: { kind: 'credit-balance', credits: 2 }, uses: ['chat', 'chat'] };
const other = { kind: 'credit-balance', credits: 5 } as const;

/**
 * A chat of a workspace, then an attempt of another workspace with its session, answered or not, and then a chat for
 * its last credit. Who pays for a chat with the bot of another workspace is not shown.
 */
export const sessionTriedByOther: Probe = {
  name: 'two chats of a workspace, and a try of another between them',
  needs: ['provisioner'],
  again: { is: 'anew' },
  costs: { chats: owner.uses.length + 1, speeches: 0 },
  steps: [
    () => ({ make: { owner: owner.workspace, other } }),
    (known) => callsAtPlace(owner, 0, known, 'owner'),
    (known) => {
      const { authorization, bot } = workspaceCaller(known, 'other');
      const sessionId = newestSessionId(known.seen);
      const change = { as: 'workspace', authorization, judges: { status402: true }, charge: 'once' } as const;
      return [chatCall('chat', bot, { message: leastText(known.nonce('in its session')), sessionId }, change)];
    },
    (known) => callsAtPlace(owner, 1, known, 'owner'),
  ],
};

/** A second chat of either workspace would need a second credit. */
const oneCredit: Workspace = { kind: 'credit-balance', credits: 1 };
const botOwner: Script = { workspace: oneCredit, uses: ['chat'] };
const visitor: Script = { workspace: oneCredit, uses: ['chat', 'chat'] };

const ifVisitIsTaken = (step: Step): Step =>
  stepIf(({ seen }) => exchangesOfWorkspace(seen, 'visitor').every(isAccepted), step);

/** A chat with the bot of another workspace, and then a chat of each with its own bot. */
export const chatWithOthersBot: Probe = {
  name: 'a chat with the bot of another workspace, and one of each with its own',
  needs: ['provisioner'],
  again: { is: 'anew' },
  costs: { chats: botOwner.uses.length + visitor.uses.length, speeches: 0 },
  steps: [
    () => ({ make: { owner: oneCredit, visitor: oneCredit } }),
    (known) => {
      const { bot } = workspaceCaller(known, 'owner');
      return callsAtPlace(visitor, 0, { ...known, bots: { ...known.bots, visitor: bot } }, 'visitor');
    },
    ifVisitIsTaken((known) => callsAtPlace(botOwner, 0, known, 'owner')),
    ifVisitIsTaken((known) => callsAtPlace(visitor, 1, known, 'visitor')),
  ],
};

/** A use belongs to the API key that sends it (8.1), whoever owns the bot. Which bots a caller may use is not shown. */
export const visitorPays: Expectation = (seen) => {
  const [visit] = exchangesOfWorkspace(seen, 'visitor');
  if (visit?.response.is !== 'answer') return { inconclusive: 'there was no answer to judge' };
  if (!isAccepted(visit)) {
    const { status } = visit.response;
    const isRefused = status >= 400 && status < 500 && status !== uncoveredChatStatus && status !== 429;
    return {
      inconclusive: `a chat with the bot of another workspace got status ${status}`,
      ...(isRefused ? { isUnspecified: true } : {}),
    };
  }
  const owner = judgeLastUse('covered', botOwner, exchangesOfWorkspace(seen, 'owner'));
  const caller = judgeLastUse('uncovered', visitor, exchangesOfWorkspace(seen, 'visitor'));
  if (owner instanceof Promise || caller instanceof Promise) return owner;
  return combineJudgements([
    'inconclusive' in owner
      ? owner
      : owner.map((mismatch) => withTry(mismatch, visit, 'chat of another workspace with its bot')),
    caller,
  ]);
};

export const ownerStillPaysForItself: Expectation = (seen) => {
  const judgement = judgeLastUse('covered', owner, exchangesOfWorkspace(seen, 'owner'));
  const [tried] = exchangesOfWorkspace(seen, 'other');
  if (judgement instanceof Promise || 'inconclusive' in judgement || tried === undefined) return judgement;
  return judgement.map((mismatch) => withTry(mismatch, tried, 'chat of another workspace in its session'));
};

/**
 * Inserts the attempt of the other workspace into the ledger, at its place: it is what took too much of the balance.
 */
function withTry({ ledger, ...mismatch }: Mismatch, { id, response }: Exchange, use: string): Mismatch {
  const last = ledger?.at(-1);
  if (ledger === undefined || last === undefined) return mismatch;
  const row: LedgerRow = {
    exchange: id,
    use,
    balance: last.balance,
    price: 'nothing',
    expected: 'any answer',
    observed: response.is === 'answer' ? String(response.status) : 'no answer',
  };
  return { ...mismatch, ledger: [...ledger.slice(0, -1), row, last] };
}
