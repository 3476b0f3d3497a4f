/** A check that is known to fail, why that is accepted, and the last day (UTC) on which it is. */
export type KnownFailure = { readonly check: string; readonly reason: string; readonly expires: string };

/**
 * What has become of a known failure: `known` fails as expected, `stale` passes now, `expired` is past its day however
 * it came out, `inconclusive` could not be judged this time.
 */
export type KnownFailureState = {
  readonly is: 'known' | 'stale' | 'expired' | 'inconclusive';
  readonly reason: string;
  readonly expires: string;
};
