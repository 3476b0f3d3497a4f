import { chatCall, nameOf } from '../../model/calls.ts';
import { newestSessionId } from '../../expectations/bodies/carries-session-id.ts';
import type { Expectation, LedgerRow, Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Probe, Step, Workspace } from '../../model/probe.ts';
import { callsAt, endsAs, type Script } from './spending/script.ts';
import { leastText } from './spending/use-texts.ts';
import { callerOf, ofWorkspace } from './spending/uses.ts';

type Judged = { readonly level: 'MUST'; readonly probe: Probe; readonly expect: readonly Expectation[] };

/** A chat of the poor workspace is refused though the rich one beside it could pay, and the rich one still can. */
export function eachPaysForItself(poor: Workspace, rich: Workspace): Judged {
  const scripts: Readonly<Record<string, Script>> = {
    poor: { workspace: poor, uses: ['chat'] },
    rich: { workspace: rich, uses: ['chat'] },
  };
  const make: Step = () => ({ make: { poor, rich } });
  const ask = Object.entries(scripts).map(
    ([name, script]): Step =>
      (known) =>
        callsAt(script, 0, known, name),
  );
  const probe: Probe = {
    name: nameOf('neighbours', poor, rich),
    needs: ['provisioner'],
    anew: true,
    costs: { chats: 2, speeches: 0 },
    steps: [make, ...ask],
  };
  const ends = (wanted: 'covered' | 'uncovered', name: 'poor' | 'rich'): Expectation => {
    const script = scripts[name];
    return (seen) => (script === undefined ? [] : endsAs(wanted, script, ofWorkspace(seen, name)));
  };
  return { level: 'MUST', probe, expect: [ends('uncovered', 'poor'), ends('covered', 'rich')] };
}

const owner: Script = { workspace: { kind: 'credit-balance', credits: 2 }, uses: ['chat', 'chat'] };
const other = { kind: 'credit-balance', credits: 5 } as const;

/**
 * A chat of one workspace, what another tries with its session, answered or not, and a chat for its last credit. Who pays
 * for a chat with the bot of another is not shown.
 */
export const triedByOthers: Probe = {
  name: 'two chats of a workspace, and a try of another between them',
  needs: ['provisioner'],
  anew: true,
  costs: { chats: owner.uses.length + 1, speeches: 0 },
  steps: [
    () => ({ make: { owner: owner.workspace, other } }),
    (known) => callsAt(owner, 0, known, 'owner'),
    (known) => {
      const { authorization, bot } = callerOf(known, 'other');
      const sessionId = newestSessionId(known.seen);
      const change = { as: 'workspace', authorization, judges: { status402: true }, once: true } as const;
      return [chatCall('chat', bot, { message: leastText(known.nonce('in its session')), sessionId }, change)];
    },
    (known) => callsAt(owner, 1, known, 'owner'),
  ],
};

export const ownerStillPaysForItself: Expectation = (seen) => {
  const judgement = endsAs('covered', owner, ofWorkspace(seen, 'owner'));
  const [tried] = ofWorkspace(seen, 'other');
  if (judgement instanceof Promise || 'inconclusive' in judgement || tried === undefined) return judgement;
  return judgement.map((mismatch) => withTry(mismatch, tried));
};

/** The ledger with the try of the other workspace where it was sent: by it the balance is less than it should be. */
function withTry({ ledger, ...mismatch }: Mismatch, { id, response }: Exchange): Mismatch {
  const last = ledger?.at(-1);
  if (ledger === undefined || last === undefined) return mismatch;
  const row: LedgerRow = {
    exchange: id,
    use: 'chat of another workspace in its session',
    balance: last.balance,
    price: 'nothing',
    expected: 'any answer',
    observed: response.is === 'answer' ? String(response.status) : 'no answer',
  };
  return { ...mismatch, ledger: [...ledger.slice(0, -1), row, last] };
}
