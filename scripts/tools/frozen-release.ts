type Freezing = {
  readonly version: string;
  readonly changelog: string;
  /** The set as it is in the repository; undefined where it has none of this version. */
  readonly before: string | undefined;
  readonly now: string;
};

/** Why a requirement set may not be written: certificates name what is released by its digest. Undefined where it may. */
export function refusalToFreeze({ version, changelog, before, now }: Freezing): string | undefined {
  const isReleased = !changelog.split('\n').includes(`## ${version} (unreleased)`);
  if (before === undefined || before === now || !isReleased) return undefined;
  return `the requirement set of ${version} does not change any more, since CHANGELOG.md calls that version released: give package.json the next version first`;
}
