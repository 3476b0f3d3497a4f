import { resolve } from 'node:path';
import { parseDurationMs, parseInteger, parseText } from '../../conformance/settings/setting-values.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { UsageError } from '../errors/usage-error.ts';
import { flagValue } from '../errors/flag-value.ts';
import type { AwaitedPods } from './awaiting.ts';
import { collectorPort } from './objects.ts';

/** The settings of `collect`, from a manifest that `load --kubernetes` wrote. */
export type CollectSettings = AwaitedPods & {
  readonly run: string;
  /** Folder of the report; the records of the pods are beside it. */
  readonly out: string;
  readonly port: number;
  /** Folder of a volume that the pods write to; undefined where they send their records. */
  readonly volume: string | undefined;
  readonly mostBytes: number;
  readonly keepMs: number;
  readonly label: string | undefined;
};

export function collectSettings(flags: RawSettings): CollectSettings {
  const count = (name: string, least: number): number | undefined =>
    flagValue(flags[name], (value) => parseInteger(name, value, least));
  const ms = (name: string): number | undefined => flagValue(flags[name], (value) => parseDurationMs(name, value));
  const words = (name: string): string | undefined => flagValue(flags[name], (value) => parseText(name, value));
  return {
    pods: needed('pods', count('pods', 1)),
    run: needed('run', words('run')),
    out: resolve(needed('out', words('out'))),
    withinMs: needed('within', ms('within')),
    volume: flagValue(words('volume'), (value) => ({ is: 'value', value: resolve(value) })),
    port: count('port', 0) ?? collectorPort,
    silentMs: ms('silent') ?? 60_000,
    startWithinMs: ms('start-within') ?? 3_600_000,
    keepMs: ms('keep') ?? 86_400_000,
    mostBytes: count('max-bytes', 1) ?? 1024 ** 3,
    label: words('label'),
  };
}

function needed<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new UsageError(`collect needs --${name}; load --kubernetes writes its command line`);
  return value;
}
