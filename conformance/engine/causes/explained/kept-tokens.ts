import { headerOf, isAccepted, type Exchange } from '../../../model/exchange.ts';
import { isStatusMismatch, referencesOf } from '../../../model/mismatch.ts';
import { containsWorkspaceToken } from '../../../model/probe.ts';
import type { Finding } from '../../../model/run.ts';
import { isCharged } from './charged.ts';
import { callIn, firstCallIn, type Explanation } from './explained.ts';
import { earlierOnConnection, shortestCommandFor, type Pair } from './on-connection.ts';

/**
 * The check that sends a request with a token and a request without one on the same connection: it alone shows the
 * defect.
 */
const directCheck = 'auth.bearer/chat-needs-it-on-a-connection-that-had-it';

/** Fewest requests that are let in without a valid token: fewer may have what they ask for in common. */
const leastLetIn = 4;
/**
 * Largest probability that all requests without a token before them on their connection are refused by chance, if the
 * connection did not matter.
 */
const mostByChance = 0.01;

/**
 * A service that looks at the token only once in a connection. A request without a valid token is let in behind a
 * request that had one, and refused on any other connection; a request with a token of its own is answered as if it had
 * the first token. Undefined where a request without a valid token is let in on a connection of its own.
 */
export function keptTokensIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const earlier = earlierOnConnection(exchanges);
  const holderOf = (exchange: Exchange): Exchange | undefined => earlier(exchange).findLast(isKnown);
  const pairs = exchanges.flatMap((next): readonly Pair[] => {
    const before = holderOf(next);
    return before === undefined || callerOf(before) === callerOf(next) ? [] : [{ before, next }];
  });
  const byThen = new Map(pairs.map((pair) => [pair.next.id, pair]));
  const nobodys = exchanges.filter(
    (each) => isCharged(each.operation) && each.request.raw === undefined && isNobodys(each),
  );
  const letIn = nobodys.filter(isAccepted);
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
  const run = shortestCommandFor(shown.filter(({ before }) => isAccepted(before)));
  return {
    // Requests of others, let in like this, may have used up what a workspace has left.
    has: (finding) => has(finding) || finding.check === directCheck || finding.check.startsWith('metering.'),
    title: `the token of a connection's first request counts for all later ones on it: ${letIn.length} requests without a valid token were let in behind one that had it, and all ${byThemselves} on other connections were refused`,
    shownIn: (finding) => {
      const own = restsOn(finding).flatMap((id) => byThen.get(id) ?? [])[0];
      const { before, next } = own ?? best;
      return {
        ...(finding.check === directCheck || run === undefined ? {} : { run }),
        says: `${firstCallIn(finding, next.id)} came on a connection on which ${callIn(finding, before.id)} had sent another token before. On a new connection it may be answered rightly.`,
      };
    },
    leadOf: (group) =>
      group.find(({ check }) => check === directCheck) ?? group.find(({ check }) => check.startsWith('auth.')),
    isRoot: true,
    isOfItsCheck: true,
    comesAndGoes: true,
  };
}

/** Matches an `authorization` field with one of these tokens, and nothing beside it. */
const valid = /^bearer +(\$\{(?:ASSAY_TOKEN|ASSAY_OTHER_TOKEN|ASSAY_SPENT_TOKEN|WORKSPACE_TOKEN(?:_\w+)?)\}) *$/i;

function tokenOf({ request }: Exchange): string | undefined {
  return valid.exec(headerOf(request.headers, 'authorization') ?? '')?.[1];
}

function isNobodys(exchange: Exchange): boolean {
  return tokenOf(exchange) === undefined;
}

/** The token of a request, with its probe where it is that of a workspace, which is another token in each probe. */
function callerOf(exchange: Exchange): string {
  const token = tokenOf(exchange) ?? '';
  return containsWorkspaceToken(token) ? `${exchange.probe}\n${token}` : token;
}

/** Whether a request was sent with a valid token, and was not refused as the request of an unknown caller. */
function isKnown(exchange: Exchange): boolean {
  return tokenOf(exchange) !== undefined && exchange.response.is === 'answer' && !isShutOut(exchange);
}

function isShutOut({ response }: Exchange): boolean {
  return response.is === 'answer' && (response.status === 401 || response.status === 403);
}

function isAboutAccess({ mismatches: [first] }: Finding): boolean {
  return first !== undefined && (isStatusMismatch(first) || first.kind?.due !== undefined);
}

function restsOn({ exchanges, mismatches: [first] }: Finding): readonly string[] {
  const shown = first === undefined ? [] : referencesOf(first);
  return [...shown, ...exchanges];
}
