/** Bytes that a run of letters decodes to. */
export type Decoded = {
  readonly bytes: Uint8Array;
  /** Where the run begins. */
  readonly from: number;
  readonly to: number;
  /** Distances to equal runs behind it, which are not decoded again. */
  readonly alike?: readonly number[];
  /** Where the letters stand that encode these bytes; absent where that is unknown. */
  readonly lettersOf?: (first: number, last: number) => readonly [from: number, to: number];
  /** The run was decoded from its beginning, and not from a letter within it. */
  readonly isAligned: boolean;
  /** The run has capitals, small letters and digits, as all base64 of some length has. */
  readonly isMixed: boolean;
  /** The run has only digits and is masked by digits, so that a number stays a number. */
  readonly isNumber?: boolean;
};
