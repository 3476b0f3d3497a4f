import { satisfies, missingCredential } from '../../conformance/model/credentials.ts';
import type { Need } from '../../conformance/model/probe.ts';
import type { RunHeader } from '../../conformance/model/run.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { refuseLentCredentials } from '../input/lent-credentials.ts';
import { readSettings } from '../input/read-settings.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The variable or flag that gives back each credential of the run. */
const givenBy = {
  token: 'ASSAY_TOKEN',
  otherToken: 'ASSAY_OTHER_TOKEN',
  spentToken: 'ASSAY_SPENT_TOKEN',
  provisioner: 'ASSAY_PROVISIONER',
} as const;

/**
 * The settings of that run, as far as its folder has them: target, bots and seed. No folder contains secrets; those
 * that are needed come from the environment or from flags. Throws a UsageError that names what is missing.
 */
export async function settingsOf(header: RunHeader, flags: RawSettings, needs: readonly Need[]): Promise<Settings> {
  const { target, embedded, seed, given } = header;
  const then = {
    ...(embedded ? { embedded: true } : { target }),
    ...(given?.bot === undefined ? {} : { bot: given.bot }),
    ...(given?.otherBot === undefined ? {} : { 'other-bot': given.otherBot }),
    seed: String(seed),
  };
  const isElsewhere = flags['target'] !== undefined;
  const settings = await readSettings({ ...then, ...(isElsewhere ? { embedded: undefined } : {}), ...flags });
  // The embedded service has its own credentials.
  if (settings.target === undefined) return settings;
  if (!embedded) await refuseLentCredentials(settings, flags, { what: 'the run', target });
  const had = given?.credentials ?? [];
  const unmet = needs.filter((need) => missingCredential([need], settings) !== undefined);
  // One of the credentials that meet the same need is enough.
  const lacking = had.filter((name) => unmet.some((need) => had.find((each) => satisfies(each, need)) === name));
  const fields = (given?.headers ?? []).filter((name) => !settings.headers.some(([own]) => isSame(own, name)));
  const wanted = [
    ...lacking.map((name) => `set ${givenBy[name]}`),
    ...fields.map((name) => `give --header '${name}: …'`),
  ];
  if (wanted.length === 0) return settings;
  throw new UsageError(
    `the run had credentials or headers that are not given now: ${wanted.join(', ')} as in that run`,
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
