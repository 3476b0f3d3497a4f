import type { StatusChange, StatusEntry } from '../../contract/formats/status.ts';

/** The outcome of checking an existing certificate again. */
export type Recheck =
  /** Every MUST that was tried passed again. */
  | { readonly is: 'confirmed'; readonly rechecked: Rechecked }
  /** Nothing failed, but something could not be judged: it may be chance. */
  | { readonly is: 'inconclusive'; readonly because: string; readonly rechecked: Rechecked }
  | { readonly is: 'failed'; readonly rechecked: Rechecked }
  /** The bundle is not what it claims to be, or the keeper of the list revokes it. */
  | { readonly is: 'untrue'; readonly because: string };

type Rechecked = NonNullable<StatusChange['rechecked']>;

/** The members that identify a certificate. */
type Certificate = Pick<StatusEntry, 'certificate' | 'target' | 'profile' | 'notAfter'>;

/** Days for which a certificate that cannot be checked stays valid. */
const graceDays = 7;
const dayMs = 86_400_000;
const mostChanges = 400;

/**
 * The status of a certificate after a check at that time (ISO 8601, UTC). Grace is only for what may be chance: a MUST
 * that fails revokes the certificate at once, and a revoked certificate stays revoked.
 */
export function nextStatus(
  before: StatusEntry | undefined,
  certificate: Certificate,
  recheck: Recheck,
  at: string,
): StatusEntry {
  if (before?.is === 'revoked') return before;
  const graceUntil =
    recheck.is === 'inconclusive'
      ? (before?.graceUntil ?? new Date(Date.parse(at) + graceDays * dayMs).toISOString())
      : undefined;
  const change = { at, ...changeOf(recheck, certificate.notAfter, at, graceUntil) };
  const since = before !== undefined && before.is === change.is ? before.since : at;
  return {
    ...certificate,
    is: change.is,
    because: change.because,
    since,
    ...(graceUntil === undefined ? {} : { graceUntil }),
    history: [...(before?.history ?? []), change].slice(-mostChanges),
  };
}

function changeOf(
  recheck: Recheck,
  notAfter: string,
  at: string,
  graceUntil: string | undefined,
): Omit<StatusChange, 'at'> {
  if (recheck.is === 'untrue') return { is: 'revoked', because: recheck.because };
  const { rechecked } = recheck;
  if (recheck.is === 'failed') {
    const [first = '', ...more] = rechecked.failed;
    const rest = more.length === 0 ? '' : ` and ${more.length} more`;
    return { is: 'revoked', because: `a MUST fails: ${first}${rest}`, rechecked };
  }
  if (at > notAfter) return { is: 'expired', because: `its validity ended at ${notAfter}`, rechecked };
  if (recheck.is === 'confirmed')
    return { is: 'active', because: `${rechecked.passed} of ${rechecked.of} MUST checks passed again`, rechecked };
  if (graceUntil !== undefined && at > graceUntil)
    return { is: 'expired', because: `it could not be confirmed by ${graceUntil}: ${recheck.because}`, rechecked };
  return { is: 'degraded', because: `it could not be confirmed: ${recheck.because}`, rechecked };
}

/** The status of an entry at a later time, if it was not checked since. */
export function statusAt(
  { is, because, notAfter, graceUntil }: StatusEntry,
  at: string,
): Pick<StatusEntry, 'is' | 'because'> {
  if (is === 'revoked' || is === 'expired') return { is, because };
  if (at > notAfter) return { is: 'expired', because: `its validity ended at ${notAfter}` };
  if (is === 'degraded' && graceUntil !== undefined && at > graceUntil)
    return { is: 'expired', because: `it could not be confirmed by ${graceUntil}` };
  return { is, because };
}
