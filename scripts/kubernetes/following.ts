import type { Settings } from '../../conformance/settings/settings.ts';
import { threeDigits } from '../../load/statistics/share-text.ts';
import { pluralize, durationText } from '../../reports/text/format.ts';
import type { Manifests } from './objects.ts';
import type { ClusterPlan } from './plan-cluster.ts';

const gigabyte = 1024 ** 3;
const someLonger = 250_000;

/** Lines about the load on all pods and the needs of each. */
export function clusterLines({ work, pods, needed, need, calibration }: ClusterPlan): readonly string[] {
  const { plan, scenario } = work;
  const rate = need.ratePerS === 0 ? '' : `${threeDigits(need.ratePerS)} requests a second, `;
  const credits = Number.isFinite(plan.credits)
    ? `at most ${plan.credits} credits`
    : 'as many credits as its answers cost';
  const inCalibration =
    calibration === undefined
      ? 'this machine is not calibrated: whether so many pods are enough is not known (npx assay calibrate)'
      : `this machine (${calibration.machine}) is calibrated up to ${calibration.maxRatePerS} requests a second and ${calibration.maxStreams} streams: ${pluralize(needed ?? pods, 'pod')} like it ${needed === 1 ? 'is' : 'are'} needed`;
  const tooFew = needed !== undefined && pods < needed ? [`${pluralize(pods, 'pod')} are fewer than that`] : [];
  return [
    `${scenario.name} on Kubernetes: ${pluralize(pods, 'pod')}, ${durationText(plan.durationMs)}, ${credits}`,
    `each pod: ${rate}${need.inFlight} in flight, up to ${need.eventsPerS} events a second; it asks for ${threeDigits(need.processors)} processors and ${threeDigits(need.memoryBytes / gigabyte)} GB`,
    inCalibration,
    ...tooFew,
  ];
}

/** Lines about the Secret, which the owner of the tokens makes; no file contains it. */
export function secretLines({ secret, claim }: Manifests, { token, headers }: Settings): readonly string[] {
  const fields = headers.map(([name]) => name).join(', ');
  const keys = [
    ...(token === undefined ? [] : ['--from-literal=ASSAY_TOKEN="$ASSAY_TOKEN"']),
    ...(headers.length === 0 ? [] : ['--from-literal=ASSAY_HEADERS="$ASSAY_HEADERS"']),
    ...(claim === undefined ? ['--from-literal=ASSAY_COLLECT_TOKEN="$(openssl rand -hex 32)"'] : []),
  ];
  return [
    ...(headers.length === 0
      ? []
      : [`ASSAY_HEADERS is the JSON object of --header (${fields}); only the Secret has it`]),
    'make the Secret, once:',
    `  kubectl create secret generic ${secret} ${keys.length === 0 ? '' : keys.join(' ')}`.trimEnd(),
  ];
}

/** The commands to begin, follow, fetch and remove a run. */
export function followLines({ name, collector, files }: Manifests): readonly string[] {
  const bytes = Object.values(files ?? {}).reduce((sum, text) => sum + text.length, 0);
  // Otherwise kubectl keeps a copy in an annotation, which is limited to 256 KiB.
  const apply = bytes > someLonger ? 'apply --server-side' : 'apply';
  return [
    'begin, and follow:',
    `  kubectl ${apply} -f ${name}.yaml`,
    `  kubectl logs --follow job/${collector.name}`,
    'fetch the folder, once the report is there:',
    `  kubectl wait --for=condition=Ready --timeout=24h pod --selector=job-name=${collector.name}`,
    `  kubectl exec job/${collector.name} -- sh -c 'tar -C /results -cf - ${name} && touch /results/fetched' | tar -xf -`,
    'the job then ends by the exit code of the run; remove everything:',
    `  kubectl delete -f ${name}.yaml`,
  ];
}
