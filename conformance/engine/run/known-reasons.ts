import { normalizedErrorText } from '../causes/follows.ts';
import { isAccepted } from '../../model/exchange.ts';
import type { RecordedLookup } from './exchanges-by-id.ts';
import { isStatusMismatch, uncoveredChatStatusText } from '../../model/mismatch.ts';
import type { Finding, KnownFailure } from '../../model/run.ts';
import { isKnownFailure } from './known-failures.ts';

/**
 * A known failure in force because of which another check was not judged, and whether that is its control or an answer.
 */
type Behind = { readonly check: string; readonly expires: string; readonly how: 'control' | 'answer' };

/**
 * Makes findings not applicable that could not be judged only because of a known failure, as its entry already says so.
 * Either the control of the check is the known failure, or the finding is about an answer that shows one, or that is
 * the same error to the same operation. `inForce` are the entries whose day has not passed: a control that was not
 * selected has no finding.
 */
export function withoutKnownConsequences(
  findings: readonly Finding[],
  inForce: readonly KnownFailure[],
  exchangeOf: RecordedLookup,
): readonly Finding[] {
  const failing = findings.filter(isKnownFailure);
  const listed = inForce.map(({ check, expires }) => [check, expires] as const);
  const excused = failing.map(({ check, knownFailure }) => [check, knownFailure?.expires ?? ''] as const);
  const byCheck = new Map([...excused, ...listed]);
  const shownBy = new Map<string, string>();
  for (const { check, mismatches } of failing)
    for (const { exchange, kind } of mismatches.filter(isStatusMismatch))
      if (exchange !== undefined)
        for (const key of keysOf({ exchange, due: kind?.due }, exchangeOf))
          if (!shownBy.has(key)) shownBy.set(key, check);
  const behind = ({ verdict }: Finding): Behind | undefined => {
    const about = verdict.is === 'inconclusive' ? verdict.about : undefined;
    if (about?.is !== 'control' && about?.is !== 'answer') return undefined;
    const [check] =
      about.is === 'control' ? [about.check] : keysOf(about, exchangeOf).flatMap((key) => shownBy.get(key) ?? []);
    const expires = check === undefined ? undefined : byCheck.get(check);
    return check === undefined || expires === undefined ? undefined : { check, expires, how: about.is };
  };
  return findings.map((finding) => {
    const found = behind(finding);
    return found === undefined ? finding : notJudged(finding, found);
  });
}

function notJudged(finding: Finding, { check, expires, how }: Behind): Finding {
  const what =
    how === 'control'
      ? `its control ${check} is a known failure until ${expires}`
      : `it hangs on an answer that fails ${check}, a known failure until ${expires}`;
  const about = { is: 'knownFailure', check, expires } as const;
  return { ...finding, verdict: { is: 'notApplicable', because: `not judged: ${what}`, about } };
}

type Shown = { readonly exchange: string; readonly due?: string | undefined };

/**
 * The keys by which an answer is found again: its id; for an error also the operation with the whole error, since a
 * status alone may have any reason; and for a use that was served though nothing covers it the operation.
 */
function keysOf({ exchange: id, due }: Shown, exchangeOf: RecordedLookup): readonly string[] {
  const exchange = exchangeOf(id);
  if (exchange?.response.is !== 'answer') return [id];
  const { operation, response } = exchange;
  if (response.status >= 400)
    return response.body.length === 0 ? [id] : [id, `${operation} ${response.status} ${normalizedErrorText(response)}`];
  return due === uncoveredChatStatusText && isAccepted(exchange) ? [id, `${operation} answered, ${due} due`] : [id];
}
