import type { PodNeed } from './need.ts';
import { podPaths, type Variable } from './pod-environment.ts';
import { configMapName, securityOf, type Manifests } from './objects.ts';

/**
 * Flags of k6 besides those of the operator. Thresholds are off: a pod would judge its part only, while the collector
 * judges the whole run. `args` are passed literally; `arguments` would be split at spaces by a shell.
 */
const k6Flags = ['--no-color', '--log-format=raw', '--summary-mode=disabled', '--no-thresholds'];

const megabyte = 1024 * 1024;
const milli = 1000;

/** The TestRun object, by which k6-operator runs the pods. */
export function testRunManifest(of: Manifests): object {
  const { name, pods, image, scenario, need } = of;
  const { pod, container } = securityOf();
  const shared = {
    image,
    automountServiceAccountToken: 'false',
    securityContext: pod,
    containerSecurityContext: container,
  };
  return {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: { name, labels: labelsOf(of) },
    spec: {
      parallelism: pods,
      script: { localFile: `${podPaths.scenarios}/${scenario}.js` },
      args: k6Flags,
      initializer: { ...shared, env: of.environment, ...resources(need), ...mounted(of, [scratch]) },
      runner: {
        ...shared,
        metadata: { labels: labelsOf(of) },
        env: [...of.environment, ...whereRecordsGo(of)],
        // `envFrom` and not `env`: the operator repeats `env` in the initializer's command line, wherever its values
        // come from.
        envFrom: [{ secretRef: { name: of.secret } }],
        ...resources(need),
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: { k6_cr: name, runner: 'true' } },
          },
        ],
        // A pod whose run has ended waits for the collector and answers no probes; a busy pod answers late.
        livenessProbe: {
          httpGet: { path: '/v1/status', port: 6565 },
          periodSeconds: 10,
          timeoutSeconds: 5,
          failureThreshold: 90,
        },
        ...mounted(of, [recordsOf(of)]),
      },
    },
  };
}

export function labelsOf({ run }: Pick<Manifests, 'run'>): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/managed-by': 'assay', 'assay/run': run };
}

/** No CPU limit: the kernel would then stop a pod for tenths of a second in the middle of a measurement. */
function resources({ processors, memoryBytes }: PodNeed): object {
  const memory = `${Math.ceil(memoryBytes / megabyte)}Mi`;
  return { resources: { requests: { cpu: `${Math.round(processors * milli)}m`, memory }, limits: { memory } } };
}

type Volume = { readonly volume: object; readonly mount: object };

/** A writable folder for the operator's initializer; the root file system of the image is read-only. */
const scratch: Volume = {
  volume: { name: 'scratch', emptyDir: {} },
  mount: { name: 'scratch', mountPath: '/tmp' },
};

function recordsOf({ name, run, claim }: Manifests): Volume {
  const mount = { name: 'records', mountPath: podPaths.results };
  if (claim === undefined) return { volume: { name: 'records', emptyDir: {} }, mount };
  return {
    volume: { name: 'records', persistentVolumeClaim: { claimName: claim } },
    mount: { ...mount, subPathExpr: `${name}-${run}/pods/$(POD_NAME)` },
  };
}

function mounted(of: Manifests, own: readonly Volume[]): object {
  const given: readonly Volume[] =
    of.files === undefined
      ? []
      : [
          {
            volume: { name: 'given', configMap: { name: configMapName(of.name) } },
            mount: { name: 'given', mountPath: podPaths.given, readOnly: true },
          },
        ];
  const all = [...own, ...given];
  return { volumes: all.map(({ volume }) => volume), volumeMounts: all.map(({ mount }) => mount) };
}

function whereRecordsGo({ claim, collector, run }: Manifests): readonly (Variable | object)[] {
  if (claim !== undefined) return [{ name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }];
  return [
    { name: 'ASSAY_COLLECT', value: `http://${collector.name}:${collector.port}` },
    { name: 'ASSAY_COLLECT_RUN', value: run },
  ];
}
