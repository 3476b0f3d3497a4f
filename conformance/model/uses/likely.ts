import { ownProbesOf, type Chained } from '../chain.ts';
import { likelyUses } from './likely-uses.ts';
import { addUses, noLikelyUse, noUse, type LikelyUse, type Use } from './uses.ts';

/**
 * The key of a probe in the file of likely uses: the id of its check or observation, and its place among the own probes
 * of that.
 */
export function keyOfOwn(id: string, place: number): string {
  return place === 0 ? id : `${id}+${place}`;
}

/**
 * What each probe of these checks and observations likely sends and uses up: as much as in a check of the reference
 * service. A probe that was not needed there, such as one that proves a suspicion, is absent.
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

/**
 * Reads `2 1 2:`, which are requests, credits and round trips, and then all probes with these uses, up to the next such
 * group.
 */
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
