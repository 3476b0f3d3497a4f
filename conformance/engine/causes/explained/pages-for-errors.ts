import { mediaTypeOf } from '../../../bodies/content.ts';
import { leadExchangeId, isStatusMismatch } from '../../../model/mismatch.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import type { Explanation } from './explained.ts';

/** Fewest failures that this rule explains: with fewer, each failure tells as much. */
const leastFailed = 3;
/** Least share of the errors in this media type: a single route, or software in front, may answer in its own way. */
const leastShare = 0.9;

/** A service that answers all that it refuses in another media type than JSON, such as with a page. */
export function pagesForErrorsIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const errors = exchanges.flatMap((exchange) => {
    const { response } = exchange;
    return response.is === 'answer' && response.status >= 400 && response.body.length > 0
      ? [{ id: exchange.id, type: mediaTypeOf(response) }]
      : [];
  });
  const [most] = [...Map.groupBy(errors, ({ type }) => type)].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return undefined;
  const [type, alike] = most;
  if (isJson(type) || type === '' || alike.length < leastShare * errors.length) return undefined;
  const ids = new Set(alike.map(({ id }) => id));
  const has = (finding: Finding): boolean => ids.has(leadExchangeId(finding)) && isAboutBody(finding);
  if (failed.filter(has).length < leastFailed) return undefined;
  return {
    has,
    isRoot: false,
    leadOf: (group) => group.find(({ check }) => check.startsWith('errors.')),
    title: `answers refusals with ${type}: ${alike.length} of ${errors.length} answers with an error status, expected application/json with the error object`,
    shownIn: () => ({ says: 'Whatever is wrong in a request, its refusal comes as that.' }),
  };
}

/** Whether a failure is about the body of an answer: it is of another kind than was due, or says something else. */
function isAboutBody({ mismatches: [first] }: Finding): boolean {
  return (
    first !== undefined && !isStatusMismatch(first) && first.kind?.due === undefined && first.kind?.is === undefined
  );
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(type);
}
