import { errorCodeIn } from '../../../../bodies/error-code.ts';
import { uncoveredChatStatus } from '../../../../contract/limits.ts';
import type { Exchange } from '../../../../model/exchange.ts';
import { leadExchangeId, uncoveredChatStatusText } from '../../../../model/mismatch.ts';
import type { Finding } from '../../../../model/run.ts';
import type { Explanation } from '../explained.ts';

/**
 * A service that refuses a chat that nothing covers, as it has to, but with another status than 402: the error object
 * has the code of its refusals with 402. Whatever the check is about, nothing was served without cover.
 */
export function uncoveredStatusesIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
): Explanation | undefined {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const refused = exchanges.flatMap((exchange) => refusalOf(exchange) ?? []);
  const codes = new Set(refused.flatMap(({ status, code }) => (status === uncoveredChatStatus ? [code] : [])));
  const statusIn = (finding: Finding): number | undefined => {
    const shown = byId.get(leadExchangeId(finding));
    const refusal = shown === undefined ? undefined : refusalOf(shown);
    const isDue = finding.mismatches[0]?.kind?.due === uncoveredChatStatusText;
    return isDue && refusal !== undefined && codes.has(refusal.code) ? refusal.status : undefined;
  };
  const all = failed.filter((finding) => statusIn(finding) !== undefined);
  if (all.length === 0) return undefined;
  const statuses = [...new Set(all.map(statusIn))].join(' or ');
  return {
    has: (finding) => all.includes(finding),
    title: `refuses a chat that nothing covers with ${statuses}, expected ${uncoveredChatStatus}`,
    shownIn: (finding) => ({
      says: `It was refused, as it had to be, and nothing was served without cover: the code of its error is that of other refusals with ${uncoveredChatStatus}. What is wrong is the status ${statusIn(finding) ?? ''}.`,
    }),
    leadOf: () => undefined,
    isRoot: false,
    isOfItsCheck: true,
  };
}

function refusalOf({ response }: Exchange): { readonly status: number; readonly code: string } | undefined {
  if (response.is !== 'answer' || response.status < 400 || response.status >= 500) return undefined;
  const code = errorCodeIn(response);
  return code === undefined ? undefined : { status: response.status, code };
}
