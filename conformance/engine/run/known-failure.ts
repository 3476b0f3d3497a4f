/** What has become of a known failure, however it came out once it is past its day. */
export type { KnownFailureState } from '../../contract/formats/finding.ts';
/** A check that is known to fail, why that is accepted, and the last day (UTC) on which it is. */
export type { KnownFailure } from '../../contract/formats/run.ts';
