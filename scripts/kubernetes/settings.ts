import type { RawSettings } from '../../conformance/settings/settings.ts';
import { parseInteger, parseText } from '../../conformance/settings/setting-values.ts';
import { flagValue } from '../errors/flag-value.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The settings of a run on a cluster. */
export type KubernetesSettings = {
  readonly name: string;
  /** Undefined: as many as the calibration of this machine suggests. */
  readonly pods: number | undefined;
  readonly image: string | undefined;
  readonly secret: string;
  /** Claim of a volume that all pods write to; undefined where they send their records. */
  readonly claim: string | undefined;
};

/** The Kubernetes settings; undefined where the run is not for a cluster. */
export function kubernetesSettings(flags: RawSettings): KubernetesSettings | undefined {
  if (flags['kubernetes'] === undefined) {
    const alone = own.find((name) => flags[name] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} needs --kubernetes NAME; add that, or leave it out`);
    return undefined;
  }
  const name = named('kubernetes', flags['kubernetes'], longestName);
  return {
    name,
    pods: flagValue(flags['pods'], (value) => parseInteger('pods', value, 1)),
    image: flagValue(flags['image'], (value) => parseText('image', value)),
    secret: flags['secret'] === undefined ? name : named('secret', flags['secret'], longestObject),
    claim: flags['claim'] === undefined ? undefined : named('claim', flags['claim'], longestObject),
  };
}

const own = ['pods', 'image', 'secret', 'claim'];

/** Longest name: with `-initializer`, which the operator appends, it still fits into a label of 63 letters. */
const longestName = 50;
const longestObject = 63;

function named(flag: string, value: unknown, most: number): string {
  const name = String(value);
  if (/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= most) return name;
  throw new UsageError(
    `--${flag} is ${JSON.stringify(name)}, expected a name of Kubernetes: at most ${most} small letters, digits and -, a letter first`,
  );
}
