import { join } from 'node:path';
import { ownProbesOf, type Chained } from '../../conformance/model/chain.ts';
import { keyOfOwn } from '../../conformance/model/uses/likely.ts';
import type { LikelyUse } from '../../conformance/model/uses/uses.ts';
import { linesOf } from './file.ts';

/** The file of likely uses, from the root of the project. */
export const likelyUsesFile = join('conformance', 'model', 'uses', 'likely-uses.ts');

/** What each check's and observation's own probes sent and used; a probe of several owners counts for the first. */
export function usesByOwner(
  owners: readonly Chained[],
  uses: ReadonlyMap<string, LikelyUse>,
): readonly (readonly [owner: string, use: LikelyUse])[] {
  const seen = new Set<string>();
  return owners.flatMap((one) =>
    ownProbesOf(one).flatMap(({ name }, place) => {
      const use = uses.get(name);
      if (seen.has(name) || use === undefined) return [];
      seen.add(name);
      return [[keyOfOwn(one.id, place), use] as const];
    }),
  );
}

/** Owners with the same use share a line: `1 0 1: …` for one request that costs nothing. */
export function likelyText(all: readonly (readonly [owner: string, use: LikelyUse])[]): string {
  const same = Map.groupBy(all, ([, { requests, credits, roundTrips }]) => `${requests} ${credits} ${roundTrips}`);
  const words = [...same].flatMap(([use, owners]) => [`${use}:`, ...owners.map(([owner]) => owner)]);
  return `/*
 * Made by \`npm run likely\`: do not edit. Requests, credits and round trips of each probe of a check of the reference service, which makes no
 * mistakes, by the first check that has it.
 */
export const likelyUses = \`
${linesOf(words)}\`;
`;
}
