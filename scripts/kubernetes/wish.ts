import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { integer, text } from '../../conformance/settings/setting-values.ts';
import { usersFrom } from '../../load/plan/levels.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import { counted } from '../../reports/text/format.ts';
import { UsageError, usageErrorOf } from '../errors/usage-error.ts';
import { isOnThisMachine } from '../input/target.ts';
import type { LoadWork } from '../load/settings.ts';

/** What is asked of a cluster. */
export type KubernetesWish = {
  readonly name: string;
  /** Undefined: as many as the calibration of this machine says. */
  readonly pods: number | undefined;
  readonly image: string | undefined;
  readonly secret: string;
  /** A claim of a volume that all pods write to at once; undefined: they send their records. */
  readonly claim: string | undefined;
};

/** Undefined where the run is not for a cluster. */
export function kubernetesWish(flags: RawSettings): KubernetesWish | undefined {
  if (flags['kubernetes'] === undefined) {
    const alone = own.find((name) => flags[name] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} goes with --kubernetes NAME`);
    return undefined;
  }
  const name = named('kubernetes', flags['kubernetes'], longestName);
  const pods = flags['pods'] === undefined ? undefined : integer('pods', flags['pods'], 1);
  if (pods?.is === 'error') throw new UsageError(pods.error);
  const image = flags['image'] === undefined ? undefined : text('image', flags['image']);
  if (image?.is === 'error') throw new UsageError(image.error);
  return {
    name,
    pods: pods?.value,
    image: image?.value,
    secret: flags['secret'] === undefined ? name : named('secret', flags['secret'], longestObject),
    claim: flags['claim'] === undefined ? undefined : named('claim', flags['claim'], longestObject),
  };
}

const own = ['pods', 'image', 'secret', 'claim'];

/** With `-initializer`, which the operator adds, still a label of 63 letters. */
const longestName = 50;
const longestObject = 63;

function named(flag: string, value: unknown, most: number): string {
  const name = String(value);
  if (/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= most) return name;
  throw new UsageError(
    `--${flag} is ${JSON.stringify(name)}, expected a name of Kubernetes: at most ${most} small letters, digits and -, a letter first`,
  );
}

/** Requests, or users of a closed loop, that may be under way at once. */
export function inFlightOf({ options, scenario, plan }: LoadWork): number {
  if (scenario.shape !== 'sweep') return options.maxInFlight ?? loadDefaults.maxInFlight;
  const users = usersFrom(plan.rates.concurrency ?? '');
  return users.is === 'wrong' ? plan.requests : Math.max(...users.users);
}

/** Throws a UsageError that names everything that no cluster can do, before anything is asked or written. */
export function guardWish(wish: KubernetesWish, work: LoadWork, settings: Settings, flags: RawSettings): void {
  const mistakes = [...reachability(settings), ...singleOnes(work, flags), ...shares(wish.pods ?? 1, work)];
  if (mistakes.length > 0) throw usageErrorOf(mistakes);
}

function reachability(settings: Settings): readonly string[] {
  if (settings.target === undefined)
    return ['--kubernetes needs --target URL: the embedded reference service is on this machine only'];
  return isOnThisMachine(settings)
    ? [`--target ${settings.target} is in each pod the pod itself; name the service as the cluster knows it`]
    : [];
}

/** What one process alone can do. */
function singleOnes({ scenario }: LoadWork, flags: RawSettings): readonly string[] {
  return [
    ...(scenario.shape === 'stepLoad'
      ? [
          `load ${scenario.name} cannot be shared out: it ends at the first rate that misses the SLO, which is known of all requests together; load stream at several rates shows the same`,
        ]
      : []),
    ...(flags['canary'] === true
      ? ['--canary times an emitter beside the load generator, and there is none in a pod']
      : []),
    ...(flags['dashboard'] === true ? ['--dashboard shows one process; leave it out with --kubernetes'] : []),
    ...(flags['until'] !== undefined
      ? ['--until ends a run that one process watches; leave it out with --kubernetes']
      : []),
    ...(typeof flags['provisioner'] === 'string'
      ? ['--provisioner makes a workspace for one process; give the pods a token by their Secret']
      : []),
  ];
}

/** Every pod needs something to send. */
export function shares(pods: number, work: LoadWork): readonly string[] {
  const { plan } = work;
  const inFlight = inFlightOf(work);
  const isClosed = work.scenario.shape === 'sweep';
  return [
    ...(pods > inFlight
      ? [
          `--pods is ${pods}, and ${counted(inFlight, isClosed ? 'user' : 'request')} in flight at most can be shared out over ${inFlight} at most; lower it, or raise ${isClosed ? '--concurrency' : '--max-in-flight'}`,
        ]
      : []),
    ...(pods > plan.credits && plan.credits > 0
      ? [
          `--pods is ${pods}, and the ${plan.credits} credits of the run can be shared out over ${plan.credits} at most; lower it, or raise --max-credits`,
        ]
      : []),
    ...(!isClosed && pods > plan.starts.length
      ? [
          `--pods is ${pods}, and the schedule has only ${counted(plan.starts.length, 'user')}; lower it, or raise --rate or --duration`,
        ]
      : []),
  ];
}
