import type { Expectation, Mismatch } from '../core/check.ts';
import type { Exchange } from '../core/exchange.ts';
import { followAll } from './follow.ts';
import type { Ledger } from './ledger.ts';
import { isMixed, ledgerOf, sequences, type Mixed } from './mixed.ts';
import { workspaceNameOf, type Use } from './uses.ts';

/** The answers of each mixed sequence, in the order in which they came. */
export function sequencesIn(seen: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const ofMixed = seen.filter((exchange) => isMixed(workspaceNameOf(exchange) ?? ''));
  return [...Map.groupBy(ofMixed, workspaceNameOf).values()];
}

/** What a recorded request of a mixed sequence asks for. */
export function useIn({ operation, request }: Exchange): Use {
  const body: unknown = JSON.parse(Buffer.from(request.body).toString('utf8'));
  const isWhole = typeof body === 'object' && body !== null && ('message' in body || 'text' in body);
  const use = operation === 'stream' || operation === 'speech' ? operation : 'chat';
  return isWhole ? use : `bad ${use}`;
}

/** No sequence comes out otherwise than the ledger says; of those that do, the last is told: shrinking ends on it. */
export function agreesThroughout(
  mixed: (seen: readonly Exchange[]) => Mixed | { readonly because: string; readonly isOpen?: true },
): Expectation {
  return (seen) => {
    const known = mixed(seen);
    if ('because' in known)
      return { unjudged: known.because, ...(known.isOpen === undefined ? {} : { isOpen: known.isOpen }) };
    const sent = sequencesIn(seen);
    const told = sent.map((answers) => disagreementIn(ledgerOf(known), answers)).filter((each) => each !== undefined);
    const last = told.at(-1);
    if (last !== undefined) return [last];
    const unknown = sent.map((answers) => followAll(ledgerOf(known), answers.map(useIn), answers));
    for (const followed of unknown) if (followed.is === 'unknown') return { unjudged: followed.because };
    return sent.length < sequences ? { unjudged: 'not every sequence was sent' } : [];
  };
}

function disagreementIn(opened: Ledger, answers: readonly Exchange[]): Mismatch | undefined {
  const uses = answers.map(useIn);
  const upTo = answers.findIndex((_, at) => followAll(opened, uses, answers.slice(0, at + 1)).is === 'disagrees');
  const followed = followAll(opened, uses, answers.slice(0, upTo + 1));
  if (upTo < 0 || followed.is !== 'disagrees') return undefined;
  const before = uses.slice(0, upTo).join(', ');
  const aspect = `after ${before || 'nothing'}, a ${uses[upTo] ?? 'chat'} (${answers[upTo]?.id ?? ''})`;
  return { ...followed.mismatch, aspect };
}
