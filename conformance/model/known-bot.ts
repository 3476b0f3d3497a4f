import type { Reason } from '../contract/formats/reason.ts';

/** A bot to talk to, or why none is known. */
export type FoundBot = KnownBot | Reason;

/** `keptAs`: its id as it is kept, where that holds a secret. */
export type KnownBot = { readonly bot: string; readonly keptAs?: string };
