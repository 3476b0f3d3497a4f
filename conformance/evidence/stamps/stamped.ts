import type { Stamps } from '../../contract/formats/verification.ts';

/** The two stamps of a certificate: before its run, and after it was signed. */
export type { Stamps };

/** What a timestamp says, once it was found valid. */
type Stamp = Stamps['opened'];

export type StampRead =
  | { readonly is: 'stamp'; readonly stamp: Stamp }
  | { readonly is: 'refused'; readonly because: string };
