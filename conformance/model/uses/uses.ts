/** What a probe sent and used up when a service without mistakes was checked. */
export type Use = { readonly requests: number; readonly credits: number };

/** The same, and how many of its requests were sent one after another, which is the least number of round trips. */
export type LikelyUse = Use & { readonly roundTrips: number };

export const noUse: Use = { requests: 0, credits: 0 };

export const noLikelyUse: LikelyUse = { ...noUse, roundTrips: 0 };

export function addUses(one: Use, other: Use): Use {
  return { requests: one.requests + other.requests, credits: one.credits + other.credits };
}
