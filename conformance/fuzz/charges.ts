import type { Expectation, Mismatch } from '../model/check.ts';
import { headerOf, isTaken, type Exchange } from '../model/exchange.ts';
import { uncoveredChatStatus } from '../contract/limits.ts';
import { followAll, notTold, type Followed } from '../checks/metering/spending/follow.ts';
import { openLedger } from '../checks/metering/spending/ledger.ts';
import { isBad, meteredAs, workspaceNameOf, type Use } from '../checks/metering/spending/uses.ts';
import { drawnWorkspace } from './inputs/drawn-workspace.ts';
import { plain, type Request } from './inputs/request.ts';
import { sentJson } from '../bodies/sent-json.ts';

/** What spends the rest, with a word that was never said: nobody can misread it, and no cache answers it. */
export function plainChat(word: string): Request {
  return { operation: 'chat', members: [['message', { text: word }]], spelling: plain };
}
/** A few small letters and nothing else. */
const plainBody = /^\{"message":"[a-z]{1,20}"\}$/;

/**
 * What an exchange of a drawn workspace is in the ledger. A valid request in unusual spelling that is refused, but not
 * for its balance, is another property's matter: here it is a refused request like any other.
 */
export function useOf(exchange: Exchange): Use {
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

/** Whether a body has its text: what is invalid in these sequences lacks it, or is not JSON. */
function isValid({ operation, request }: Exchange): boolean {
  const body = sentJson(request);
  const name = operation === 'speech' ? 'text' : 'message';
  return typeof (body as Readonly<Record<string, unknown>> | null | undefined)?.[name] === 'string';
}

/** What the ledger of a drawn workspace says to all that was answered there, in order. */
export function followDrawn(name: string, own: readonly Exchange[]): Followed {
  const workspace = drawnWorkspace(name);
  if (workspace === undefined) return { is: 'unknown', because: `the balance of the workspace ${name} is not known` };
  const failed = own.find(({ response }) => response.is === 'answer' && response.status >= 500);
  if (failed !== undefined)
    return {
      is: 'unknown',
      because: `a ${failed.operation} got a server error, and may be charged`,
      exchange: failed.id,
    };
  return followAll(openLedger(workspace), own.map(useOf), own);
}

/** Of each workspace: every use is covered, or refused, as what came before has left it. */
export const chargesAsListed: Expectation = (seen) => {
  const drawn = Map.groupBy(seen, (exchange) => workspaceNameOf(exchange) ?? '');
  const followed = [...drawn].map(([name, own]) => ({ own, says: followDrawn(name, own) }));
  const mismatches = followed.flatMap(({ own, says }) => (says.is === 'disagrees' ? [mismatchOf(own, says)] : []));
  if (mismatches.length > 0) return mismatches;
  for (const { says } of followed) if (says.is === 'unknown') return notTold(says);
  return [];
};

type Disagrees = Extract<Followed, { is: 'disagrees' }>;

/** The sum is the input's matter, so that it stands in what was observed: one mistake shows with many. */
function mismatchOf(own: readonly Exchange[], { mismatch, owed, reason }: Disagrees): Mismatch {
  const { observed, kind: _, ...shown } = mismatch;
  const before = own.slice(0, -1).map(wordsOf).join(', ');
  const after = before === '' ? 'in a fresh workspace' : `after ${before}`;
  return { ...shown, subject: 'charge', expected: owed, observed: `${observed} ${after}, with ${reason}` };
}

function wordsOf(exchange: Exchange): string {
  const use = useOf(exchange);
  return isBad(use) || isTaken(exchange) ? use : `refused ${meteredAs(use) ?? use}`;
}
