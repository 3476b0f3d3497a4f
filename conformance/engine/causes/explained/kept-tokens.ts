import { headerOf, isTaken, type Exchange } from '../../../model/exchange.ts';
import { isOfStatus, referencesOf } from '../../../model/mismatch.ts';
import { containsWorkspaceToken } from '../../../model/probe.ts';
import type { Finding } from '../../../model/run.ts';
import { isCharged } from './charged.ts';
import { shortened, type Explained } from './explained.ts';
import { earlierOn, lineOf, type Pair } from './on-connection.ts';

/** Sends a request with a token and one without any on one connection, which shows it alone. */
const directCheck = 'auth.bearer/chat-needs-it-on-a-connection-that-had-it';

/** Fewer that are let in without a valid token may have what they ask for in common. */
const leastLetIn = 4;
/** So seldom those with no token before them are all refused by chance, were the connection of no matter. */
const mostByChance = 0.01;

/**
 * A service that asks who somebody is once a connection: what has no valid token is let in behind a request that had one, and
 * refused on any other connection; and what has a token of its own is answered as the first one's. Undefined where something
 * without a valid token is let in on a connection of its own.
 */
export function keptTokensIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explained | undefined {
  const earlier = earlierOn(exchanges);
  const holderOf = (exchange: Exchange): Exchange | undefined => earlier(exchange).findLast(isKnown);
  const pairs = exchanges.flatMap((next): readonly Pair[] => {
    const before = holderOf(next);
    return before === undefined || callerOf(before) === callerOf(next) ? [] : [{ before, next }];
  });
  const byThen = new Map(pairs.map((pair) => [pair.next.id, pair]));
  const nobodys = exchanges.filter(
    (each) => isCharged(each.operation) && each.request.raw === undefined && isNobodys(each),
  );
  const letIn = nobodys.filter(isTaken);
  const shutOut = nobodys.filter(isShutOut);
  const byThemselves = shutOut.filter(({ id }) => !byThen.has(id)).length;
  const shown = letIn.flatMap(({ id }) => byThen.get(id) ?? []);
  const [best] = shown;
  if (best === undefined || shown.length < Math.max(leastLetIn, letIn.length)) return undefined;
  const isDirect = failed.some(({ check }) => check === directCheck) && letIn.length > shutOut.length;
  const shareShutOut = shutOut.length / (letIn.length + shutOut.length);
  if (byThemselves === 0 || (!isDirect && shareShutOut ** byThemselves > mostByChance)) return undefined;
  const has = (finding: Finding): boolean => isAboutAccess(finding) && restsOn(finding).some((id) => byThen.has(id));
  if (!failed.some(has)) return undefined;
  const run = lineOf(shown.filter(({ before }) => isTaken(before)));
  return {
    // What a workspace has left others may have used up.
    has: (finding) => has(finding) || finding.check === directCheck || finding.check.startsWith('metering.'),
    title: `the token of a connection's first request counts for all later ones on it: ${letIn.length} requests without a valid token were let in behind one that had it, and all ${byThemselves} on other connections were refused`,
    shownIn: (finding) => {
      const own = restsOn(finding).flatMap((id) => byThen.get(id) ?? [])[0];
      const { before, next } = own ?? best;
      return {
        ...(finding.check === directCheck || run === undefined ? {} : { run }),
        says: `${shortened(next.id)} came on a connection on which ${shortened(before.id)} had sent another token before. On a new connection it may be answered rightly.`,
      };
    },
    leadOf: (group) =>
      group.find(({ check }) => check === directCheck) ?? group.find(({ check }) => check.startsWith('auth.')),
    isRoot: true,
    isOfItsCheck: true,
    comesAndGoes: true,
  };
}

/** One of these, and nothing beside it. */
const valid = /^bearer +(\$\{(?:ASSAY_TOKEN|ASSAY_OTHER_TOKEN|ASSAY_SPENT_TOKEN|WORKSPACE_TOKEN(?:_\w+)?)\}) *$/i;

function tokenOf({ request }: Exchange): string | undefined {
  return valid.exec(headerOf(request.headers, 'authorization') ?? '')?.[1];
}

function isNobodys(exchange: Exchange): boolean {
  return tokenOf(exchange) === undefined;
}

/** Whose token it had; that of a workspace is another one in each probe. */
function callerOf(exchange: Exchange): string {
  const token = tokenOf(exchange) ?? '';
  return containsWorkspaceToken(token) ? `${exchange.probe}\n${token}` : token;
}

/** Sent with a valid token, and not as of somebody unknown. */
function isKnown(exchange: Exchange): boolean {
  return tokenOf(exchange) !== undefined && exchange.response.is === 'answer' && !isShutOut(exchange);
}

function isShutOut({ response }: Exchange): boolean {
  return response.is === 'answer' && (response.status === 401 || response.status === 403);
}

function isAboutAccess({ mismatches: [first] }: Finding): boolean {
  return first !== undefined && (isOfStatus(first) || first.kind?.due !== undefined);
}

function restsOn({ exchanges, mismatches: [first] }: Finding): readonly string[] {
  const shown = first === undefined ? [] : referencesOf(first);
  return [...shown, ...exchanges];
}
