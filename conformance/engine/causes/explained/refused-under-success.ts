import { errorCodeIn } from '../../../bodies/error-code.ts';
import { leadExchangeId, isStatusMismatch } from '../../../model/mismatch.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import type { Explanation } from './explained.ts';
import { operationPlurals } from './operation-names.ts';

/** Fewest topics of failed checks: with fewer, each may have a reason of its own. */
const leastTopics = 3;
/**
 * Least share of refusals under a success: if a service refuses most requests with a 4xx, the mistake is in the others.
 */
const leastShare = 0.5;

/** A service whose refusals, of all operations or of some, have the error object under the status of a success. */
export function refusedUnderSuccessIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
): Explanation | undefined {
  const suspects = new Set(failed.filter(isAboutStatus).map(leadExchangeId));
  const isAny = exchanges.some((each) => suspects.has(each.id) && isRefusedUnderSuccess(each));
  if (!isAny) return undefined;
  const wrong = exchanges.filter(isRefusedUnderSuccess);
  // A service that does so for streams alone may refuse all other requests as it should.
  const operations = new Set(wrong.map(({ operation }) => operation));
  const refused = exchanges.filter(({ response }) => response.is === 'answer' && isClientError(response.status));
  const right = refused.filter(({ operation }) => operations.has(operation)).length;
  const kinds =
    right === refused.length ? '' : ` of ${[...operations].map((each) => operationPlurals[each]).join(' and ')}`;
  const ids = new Set(wrong.map(({ id }) => id));
  // What the error object lacks, it lacks under any status: checks of the error object are not explained by this.
  const has = (finding: Finding): boolean =>
    ids.has(leadExchangeId(finding))
      ? isAboutStatus(finding) || !finding.check.startsWith('errors.')
      : // A use that was refused like this counts as used in the rest of the ledger.
        finding.ledger?.some(({ exchange }) => ids.has(exchange)) === true;
  const all = wrong.length + right;
  const topics = new Set(failed.filter((finding) => has(finding) && isAboutStatus(finding)).map(topicOf));
  if (topics.size < leastTopics || wrong.length < leastShare * all) return undefined;
  const statuses = [...new Set(wrong.flatMap(({ response }) => (response.is === 'answer' ? response.status : [])))];
  const [status] = statuses;
  return {
    has,
    isRoot: true,
    leadOf: (group) => {
      const ofStatus = group.filter(isAboutStatus);
      const topics = ['errors.', ...[...operations].map((operation) => `${operation}.request/`), 'metering.refusal/'];
      return topics.flatMap((topic) => ofStatus.find(({ check }) => check.startsWith(topic)) ?? [])[0] ?? ofStatus[0];
    },
    title: `refuses with ${statuses.length === 1 ? `status ${status ?? ''}` : 'the status of a success'}: ${wrong.length} of ${all} refusals${kinds} have an error object under it, expected any 4xx`,
    shownIn: () => ({ says: 'Whatever is wrong in a request, its refusal goes out with the status of a success.' }),
  };
}

function isRefusedUnderSuccess(exchange: Exchange): boolean {
  const { response } = exchange;
  return response.is === 'answer' && isAccepted(exchange) && errorCodeIn(response) !== undefined;
}

function isAboutStatus({ mismatches: [first] }: Finding): boolean {
  return (
    first !== undefined && (isStatusMismatch(first) || first.kind?.due !== undefined) && first.kind?.due !== 'success'
  );
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

function topicOf({ check }: Finding): string {
  return check.slice(0, check.indexOf('/'));
}
