import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { pluralize } from '../../reports/text/format.ts';
import { usageErrorOf } from '../errors/usage-error.ts';
import { isOnThisMachine } from '../input/target.ts';
import type { LoadWork } from '../load/settings.ts';
import { inFlightOf } from './need.ts';
import type { KubernetesSettings } from './settings.ts';

/** Throws a UsageError that names everything that a cluster cannot do, before anything is sent or written. */
export function guardKubernetes(
  kubernetes: KubernetesSettings,
  work: LoadWork,
  settings: Settings,
  flags: RawSettings,
): void {
  const mistakes = [
    ...targetMistakes(settings),
    ...singleProcessMistakes(work, flags),
    ...podCountMistakes(kubernetes.pods ?? 1, work),
  ];
  if (mistakes.length > 0) throw usageErrorOf(mistakes);
}

function targetMistakes(settings: Settings): readonly string[] {
  if (settings.target === undefined)
    return ['--kubernetes needs --target URL: the embedded reference service is on this machine only'];
  return isOnThisMachine(settings)
    ? [`--target ${settings.target} is in each pod the pod itself; name the service as the cluster knows it`]
    : [];
}

/** Settings that only a single process supports. */
function singleProcessMistakes({ scenario }: LoadWork, flags: RawSettings): readonly string[] {
  return [
    ...(scenario.shape === 'stepLoad'
      ? [
          `load ${scenario.name} cannot be shared out: it ends at the first rate that misses the SLO, which is known of all requests together; load stream at several rates shows the same`,
        ]
      : []),
    ...(flags['canary'] === true
      ? ['--canary times an emitter on the machine of the load generator, and there is none in a pod']
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

/** Refuses more pods than there are requests or streams to distribute. */
export function podCountMistakes(pods: number, work: LoadWork): readonly string[] {
  const { plan } = work;
  const inFlight = inFlightOf(work);
  const isClosed = work.scenario.shape === 'sweep';
  return [
    ...(pods > inFlight
      ? [
          `--pods is ${pods}, and ${pluralize(inFlight, isClosed ? 'user' : 'request')} in flight at most can be shared out over ${inFlight} at most; lower it, or raise ${isClosed ? '--concurrency' : '--max-in-flight'}`,
        ]
      : []),
    ...(pods > plan.credits && plan.credits > 0
      ? [
          `--pods is ${pods}, and the ${plan.credits} credits of the run can be shared out over ${plan.credits} at most; lower it, or raise --max-credits`,
        ]
      : []),
    ...(!isClosed && pods > plan.starts.length
      ? [
          `--pods is ${pods}, and the schedule has only ${pluralize(plan.starts.length, 'user')}; lower it, or raise --rate or --duration`,
        ]
      : []),
  ];
}
