import type { Finding } from '../../../../model/run.ts';
import type { Explanation } from '../explained.ts';

/**
 * Fewest failures, and how many of them of races: fewer may be a matter of one kind of use, or of one kind of
 * workspace.
 */
const [leastFailed, leastOfRaces] = [4, 2];

/**
 * Uses that are covered too often only if they are sent at the same time, whatever they are and whatever covers them:
 * the service reads what is left, and writes it later. Undefined where a charge of uses in turn is wrong, too.
 */
export function onlyConcurrentIn(failed: readonly Finding[]): Explanation | undefined {
  const metered = failed.filter((finding) => finding.check.startsWith('metering.') && finding.level === 'MUST');
  const ofRaces = metered.filter(isRaceCheck);
  if (metered.length < leastFailed || ofRaces.length < leastOfRaces || !metered.every(showsRace)) return undefined;
  return {
    has: (finding) => metered.includes(finding),
    title: `uses that are sent at the same time are covered more often than what is left suffices for: ${metered.length} checks of them fail, and none of uses in turn`,
    shownIn: () => ({
      says: 'Uses that are sent one after the other are charged rightly. Is what is left compared and taken in one step, before the next use is looked at?',
    }),
    leadOf: simplestRace,
    isRoot: true,
    isOfItsCheck: true,
  };
}

/** True for a cause that is shown best by uses sent at the same time. */
export function isRaceCheck({ check }: Finding): boolean {
  return check.startsWith('metering.races/');
}

/** The check of chats alone, which differ in their words; or else the check of races with the fewest exchanges. */
export function simplestRace(group: readonly Finding[]): Finding | undefined {
  const fewest = group.filter(isRaceCheck).toSorted((a, b) => a.exchanges.length - b.exchanges.length);
  return group.find(({ check }) => check === 'metering.races/chats') ?? fewest[0];
}

/** True for uses that were covered too often at the same time. */
export function showsRace(finding: Finding): boolean {
  return isRaceCheck(finding) || finding.mismatches[0]?.kind?.is === 'race';
}
