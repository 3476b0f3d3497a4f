/** Bytes that a run of letters can be read as. */
export type Decoded = {
  readonly bytes: Uint8Array;
  /** Where the run stands. */
  readonly from: number;
  readonly to: number;
  /** How far behind it equal runs stand, which are not decoded once more. */
  readonly alike?: readonly number[];
  /** Where the letters of these decoded bytes stand, where that can be told. */
  readonly lettersOf?: (first: number, last: number) => readonly [from: number, to: number];
  /** The run was taken from its beginning on, and not from a letter within it. */
  readonly isAligned: boolean;
  /** It has capitals, small letters and digits, as all base64 of some length has. */
  readonly isMixed: boolean;
  /** It is of digits alone, and is masked by digits: what reads as a number goes on doing so. */
  readonly isNumber?: boolean;
};
