import { statusAndCode } from '../../../bodies/error-code.ts';
import { endpoints, uncoveredChatStatus } from '../../../contract/limits.ts';
import { isSuccessStatus, isAccepted, type Exchange, type Operation } from '../../../model/exchange.ts';
import { leadExchangeId } from '../../../model/mismatch.ts';
import type { Finding } from '../../../model/run.ts';
import type { Explanation } from './explained.ts';
import { operationPlurals } from './operation-names.ts';

/** The operations in the order in which a client comes to them. */
const operations = ['voices', 'bots', 'chat', 'stream', 'speech'] as const satisfies readonly Operation[];

/** Fewest failures that this rule explains: a single check says better itself what it is about. */
const leastFailed = 2;

/**
 * Operations of which no request of the run succeeded, by the refusal that most requests got for which a success was
 * due. Whatever else a check that met this refusal is about, it says nothing of that. `hanging`: how many checks could
 * not be judged because this check failed, which is their control; the control of most checks is the plainest request.
 */
export function neverServedIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  hanging: ReadonlyMap<string, number>,
): readonly Explanation[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const byOperation = Map.groupBy(exchanges, ({ operation }) => operation);
  const refused = operations.flatMap((operation) => {
    // The answer to another method on the same path is no answer of the operation.
    const { method } = endpoints[operation];
    const all = (byOperation.get(operation) ?? []).filter(
      ({ request, response }) => response.is === 'answer' && request.method === method,
    );
    const wanted = failed.filter(
      (finding) =>
        finding.mismatches[0]?.kind?.due === 'success' && byId.get(leadExchangeId(finding))?.operation === operation,
    );
    const refusal = commonest(wanted.map((finding) => refusalOf(byId.get(leadExchangeId(finding)))));
    return refusal === undefined || all.some(isAccepted) ? [] : [{ operation, refusal, all }];
  });
  return [...Map.groupBy(refused, ({ refusal }) => refusal)].flatMap(([refusal, some]) => {
    const unserved: ReadonlySet<Operation> = new Set(some.map(({ operation }) => operation));
    const has = (finding: Finding): boolean => {
      const shown = byId.get(leadExchangeId(finding));
      return shown !== undefined && unserved.has(shown.operation) && refusalOf(shown) === refusal;
    };
    if (failed.filter(has).length < leastFailed) return [];
    const all = some.flatMap((each) => each.all);
    const like = all.filter((exchange) => refusalOf(exchange) === refusal).length;
    const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(
      some.map(({ operation }) => operationPlurals[operation]),
    );
    const seen =
      like === all.length
        ? `All ${like} requests for ${names} got this answer.`
        : `None of ${all.length} requests for ${names} succeeded, and ${like} got this answer.`;
    return [
      {
        has,
        title: `${some.length === operations.length ? 'nothing' : `no ${names}`} at all: status ${refusal}`,
        shownIn: () => ({ says: `${seen} ${adviceFor(refusal)}` }),
        leadOf: (group) => plainestOf(group, hanging),
        isRoot: true,
        isOfItsCheck: true,
      },
    ];
  });
}

/** What came in place of a success; undefined for 402, which is right for a use that nothing covers. */
function refusalOf(exchange: Exchange | undefined): string | undefined {
  const response = exchange?.response;
  if (response?.is !== 'answer' || response.status === uncoveredChatStatus) return undefined;
  return isSuccessStatus(response.status) ? undefined : statusAndCode(response);
}

function commonest(refusals: readonly (string | undefined)[]): string | undefined {
  const counts = Map.groupBy(
    refusals.flatMap((refusal) => refusal ?? []),
    (refusal) => refusal,
  );
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/** Of the failures that are controls of other checks, the control of most; undefined where there is none. */
function plainestOf(group: readonly Finding[], hanging: ReadonlyMap<string, number>): Finding | undefined {
  const controls = group.filter(({ check }) => hanging.has(check));
  return controls.toSorted((a, b) => (hanging.get(b.check) ?? 0) - (hanging.get(a.check) ?? 0))[0];
}

function adviceFor(refusal: string): string {
  const status = Number.parseInt(refusal, 10);
  if ([404, 405, 410].includes(status)) return 'Is there such a path, and does it take this method?';
  if ([401, 403].includes(status)) return 'May this token use it?';
  return status >= 500 ? 'The log of the service says why.' : 'See what it objects to in a plain request.';
}
