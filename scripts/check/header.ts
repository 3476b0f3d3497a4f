import { everyCheck } from '../../conformance/every.ts';
import type { KnownFailure, RunHeader, Spend } from '../../conformance/model/run.ts';
import type { RunWork } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import type { Target } from '../input/target.ts';
import { runHeader } from '../results/run-header.ts';

/** The contents of files from earlier runs: absent where none was given. */
export type Files = {
  readonly knownFailures: readonly KnownFailure[] | undefined;
  readonly dialect: Readonly<Record<string, string>> | undefined;
  /** Checks that passed in the runs whose failures are judged again. */
  readonly passedBefore?: readonly string[] | undefined;
};

type HeaderParts = {
  readonly settings: Settings;
  readonly work: RunWork;
  readonly files: Files;
  readonly target: Target;
  readonly atMost: Spend;
};

/** The header of a check's journal. */
export function checkHeader({ settings, work, files, target, atMost }: HeaderParts): RunHeader {
  const { knownFailures, dialect, passedBefore } = files;
  const planned = { checks: work.checks.map(({ id }) => id), atMost };
  return {
    ...runHeader('check', settings, target, planned),
    ...(settings.profile === undefined ? {} : { profile: settings.profile }),
    ...(settings.only.length === 0 ? {} : { only: settings.only }),
    ...(work.checks.length === everyCheck.length ? {} : { ofChecks: everyCheck.length }),
    ...(settings.require === undefined ? {} : { require: settings.require }),
    ...(knownFailures === undefined ? {} : { knownFailures }),
    ...(passedBefore === undefined ? {} : { passedBefore }),
    ...(dialect === undefined ? {} : { dialect }),
  };
}

/** The header as far as settings determine it, before the target is opened and the run planned. */
export function headerOfSettings({
  settings,
  work,
  files,
}: Pick<HeaderParts, 'settings' | 'work' | 'files'>): RunHeader {
  const embedded = settings.target === undefined;
  const url = settings.target ?? 'the embedded reference service';
  const target = { ...settings, url, embedded, close: async () => undefined };
  return checkHeader({ settings, work, files, target, atMost: { chats: 0, speeches: 0, credits: 0 } });
}
