import type { Expectation, Mismatch } from '../model/check.ts';
import { headerOf, isAccepted, type Exchange } from '../model/exchange.ts';
import { uncoveredChatStatus } from '../contract/limits.ts';
import { applyUses, unknownJudgement, type LedgerOutcome } from '../checks/metering/spending/follow.ts';
import { openLedger } from '../checks/metering/spending/ledger.ts';
import { isInvalidUse, meteredAs, workspaceNameOf, type Use } from '../checks/metering/spending/uses.ts';
import { drawnWorkspace } from './inputs/drawn-workspace.ts';
import { plainSpelling, type Request } from './inputs/request.ts';
import { sentJson } from '../bodies/sent-json.ts';

/**
 * A chat that spends what is left: plain, so that no service misreads it, with a new word, so that no cache answers
 * it.
 */
export function plainChat(word: string): Request {
  return { operation: 'chat', members: [['message', { text: word }]], spelling: plainSpelling };
}
/** The body of such a chat: a few lower-case letters. */
const plainBody = /^\{"message":"[a-z]{1,20}"\}$/;

/**
 * The ledger entry of an exchange of a drawn workspace. A valid request in unusual spelling that is refused for another
 * reason than the balance counts as an invalid one here: other properties judge that refusal.
 */
export function useOfExchange(exchange: Exchange): Use {
  const { operation, response } = exchange;
  const use = operation === 'stream' || operation === 'speech' ? operation : 'chat';
  const status = response.is === 'answer' ? response.status : 0;
  const isForItself = status >= 400 && status !== uncoveredChatStatus && !isPlain(exchange);
  return isForItself || !isValid(exchange) ? `bad ${use}` : use;
}

function isPlain({ operation, request }: Exchange): boolean {
  const isUsual = headerOf(request.headers, 'content-type') === 'application/json';
  return operation !== 'speech' && isUsual && plainBody.test(Buffer.from(request.body).toString('utf8'));
}

/** True where the body has its text: the invalid requests of these sequences lack it, or are not JSON. */
function isValid({ operation, request }: Exchange): boolean {
  const body = sentJson(request);
  const name = operation === 'speech' ? 'text' : 'message';
  return typeof (body as Readonly<Record<string, unknown>> | null | undefined)?.[name] === 'string';
}

/** What the ledger of a drawn workspace says of its exchanges, in their order. */
export function applyDrawnUses(name: string, own: readonly Exchange[]): LedgerOutcome {
  const workspace = drawnWorkspace(name);
  if (workspace === undefined) return { is: 'unknown', because: `the balance of the workspace ${name} is not known` };
  const failed = own.find(({ response }) => response.is === 'answer' && response.status >= 500);
  if (failed !== undefined)
    return {
      is: 'unknown',
      because: `a ${failed.operation} got a server error, and may be charged`,
      exchange: failed.id,
    };
  return applyUses(openLedger(workspace), own.map(useOfExchange), own);
}

/** In each workspace every use is accepted or refused as the balance left by the uses before demands. */
export const chargesMatchLedger: Expectation = (seen) => {
  const drawn = Map.groupBy(seen, (exchange) => workspaceNameOf(exchange) ?? '');
  const followed = [...drawn].map(([name, own]) => ({ own, says: applyDrawnUses(name, own) }));
  const mismatches = followed.flatMap(({ own, says }) => (says.is === 'disagrees' ? [mismatchOf(own, says)] : []));
  if (mismatches.length > 0) return mismatches;
  for (const { says } of followed) if (says.is === 'unknown') return unknownJudgement(says);
  return [];
};

type Disagrees = Extract<LedgerOutcome, { is: 'disagrees' }>;

/** The amount stands in `observed` and not in `expected`, as one mistake shows with many amounts. */
function mismatchOf(own: readonly Exchange[], { mismatch, expectedAnswer, reason }: Disagrees): Mismatch {
  const { observed, kind: _, ...shown } = mismatch;
  const before = own.slice(0, -1).map(wordsOf).join(', ');
  const after = before === '' ? 'in a fresh workspace' : `after ${before}`;
  return { ...shown, subject: 'charge', expected: expectedAnswer, observed: `${observed} ${after}, with ${reason}` };
}

function wordsOf(exchange: Exchange): string {
  const use = useOfExchange(exchange);
  return isInvalidUse(use) || isAccepted(exchange) ? use : `refused ${meteredAs(use) ?? use}`;
}
