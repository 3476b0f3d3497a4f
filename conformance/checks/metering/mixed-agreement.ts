import type { Expectation, Mismatch } from '../../model/check.ts';
import { chatFlags } from '../../contract/limits.ts';
import { headerOf, type Exchange } from '../../model/exchange.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { applyUses, unknownJudgement, type LedgerOutcome } from './spending/follow.ts';
import { applyFormedUse } from './spending/follow-forms.ts';
import { ledgerOf, type Ledger } from './spending/ledger.ts';
import { statusSubject } from './spending/throughout.ts';
import { isMixedWorkspace, sequenceCount, type MixedUses } from './mixed.ts';
import { workspaceNameOf, type Use } from './spending/uses.ts';

/** The answers of each mixed sequence, in the order in which they came. */
export function sequencesIn(seen: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const ofMixed = seen.filter((exchange) => isMixedWorkspace(workspaceNameOf(exchange) ?? ''));
  return [...Map.groupBy(ofMixed, workspaceNameOf).values()];
}

/** The use that a recorded request of a mixed sequence stands for. */
export function useOfRequest({ operation, request }: Exchange): Use {
  const kind = operation === 'stream' || operation === 'speech' ? operation : 'chat';
  if (headerOf(request.headers, 'content-type')?.includes('urlencoded') === true) return 'form speech';
  const body = (sentJson(request) ?? {}) as Readonly<Record<string, unknown>>;
  const said = body['message'] ?? body['text'];
  if (typeof said !== 'string') return `bad ${kind}`;
  if (kind !== 'speech') return chatIn(kind, body, said);
  return body['speed'] === undefined ? kind : 'speech of all options';
}

function chatIn(kind: 'chat' | 'stream', body: Readonly<Record<string, unknown>>, said: string): Use {
  const flag = chatFlags.find((name) => body[name] !== undefined);
  if (flag !== undefined) return `${kind} with ${flag}`;
  if (said.length > longestPlain) return `long ${kind}`;
  return body['sessionId'] === undefined ? kind : `${kind} that goes on`;
}

/** Most characters of a plain message in these sequences; only the long ones exceed it. */
const longestPlain = 100;

/** Every sequence agrees with the ledger. Of several that disagree the last is reported, with which shrinking ended. */
export function agreesWithLedger(
  mixed: (seen: readonly Exchange[]) => MixedUses | { readonly because: string; readonly isUnspecified?: true },
): Expectation {
  return (seen) => {
    const known = mixed(seen);
    if ('because' in known)
      return {
        inconclusive: known.because,
        ...(known.isUnspecified === undefined ? {} : { isUnspecified: known.isUnspecified }),
      };
    const sent = sequencesIn(seen);
    const told = sent.map((answers) => disagreementIn(ledgerOf(known), answers)).filter((each) => each !== undefined);
    const last = told.at(-1);
    if (last !== undefined) return [last];
    const unknown = sent.map((answers) =>
      applyUses(ledgerOf(known), answers.map(useOfRequest), answers, { step: applyFormedUse }),
    );
    for (const followed of unknown) if (followed.is === 'unknown') return unknownJudgement(followed);
    return sent.length < sequenceCount(known) ? { inconclusive: 'not every sequence was sent' } : [];
  };
}

function disagreementIn(opened: Ledger, answers: readonly Exchange[]): Mismatch | undefined {
  const uses = answers.map(useOfRequest);
  const after = (count: number): LedgerOutcome =>
    applyUses(opened, uses, answers.slice(0, count), { step: applyFormedUse });
  const upTo = answers.findIndex((_, at) => after(at + 1).is === 'disagrees');
  const followed = after(upTo + 1);
  if (upTo < 0 || followed.is !== 'disagrees') return undefined;
  const subject = statusSubject(uses.slice(0, upTo), uses[upTo] ?? 'chat', answers[upTo]);
  return { ...followed.mismatch, subject };
}
