type Freezing = {
  readonly version: string;
  readonly changelog: string;
  /** The set in the repository; undefined where there is none of this version. */
  readonly before: string | undefined;
  readonly now: string;
};

/**
 * Why a requirement set may not be written: certificates refer to released sets by their digest. Undefined where it
 * may.
 */
export function refusalToFreeze({ version, changelog, before, now }: Freezing): string | undefined {
  const isReleased = !changelog.split('\n').includes(`## ${version} (unreleased)`);
  if (before === undefined || before === now || !isReleased) return undefined;
  return `the requirement set of ${version} does not change any more, since CHANGELOG.md calls that version released: give package.json the next version first`;
}
