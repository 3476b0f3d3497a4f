import { ownProbesOf, type Chained } from '../chain.ts';
import { likelyUses } from './likely-uses.ts';
import { addUses, noLikelyUse, noUse, type LikelyUse, type Use } from './uses.ts';

/** The own probe of a check or observation at this place among them, as the file of likely uses names it. */
export function keyOfOwn(id: string, place: number): string {
  return place === 0 ? id : `${id}+${place}`;
}

/**
 * What each probe of these checks and observations likely sends and uses up: as much as a check of the reference service did. A
 * probe that it did not need, such as one that proves a suspicion, is not there.
 */
export function likelyUsesOf(owners: readonly Chained[], text = likelyUses): ReadonlyMap<string, LikelyUse> {
  const byKey = parsed(text);
  const uses = new Map<string, LikelyUse>();
  for (const one of owners)
    for (const [place, { name }] of ownProbesOf(one).entries()) {
      const use = byKey.get(keyOfOwn(one.id, place));
      if (use !== undefined) uses.set(name, use);
    }
  return uses;
}

/** The sum over probes, by their names. */
export function sumOfUses(names: Iterable<string>, uses: ReadonlyMap<string, Use>): Use {
  return [...names].map((name) => uses.get(name) ?? noUse).reduce(addUses, noUse);
}

/** `2 1 2:`, which are requests, credits and round trips, and then all that use as much, up to the next. */
function parsed(text: string): ReadonlyMap<string, LikelyUse> {
  const uses = new Map<string, LikelyUse>();
  let use = noLikelyUse;
  for (const [, requests, credits, roundTrips, owner] of text.matchAll(/(\d+) ([\d.]+) (\d+):|(\S+)/g)) {
    if (owner === undefined)
      use = { requests: Number(requests), credits: Number(credits), roundTrips: Number(roundTrips) };
    else uses.set(owner, use);
  }
  return uses;
}
