import type { Reason } from '../contract/formats/reason.ts';

/** A bot to talk to, or why none is known. */
export type FoundBot = KnownBot | Reason;

/** `keptAs`: its id in the kept form, where the id has a secret in it. */
export type KnownBot = { readonly bot: string; readonly keptAs?: string };
