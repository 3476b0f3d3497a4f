import { securityOf, type Manifests } from './objects.ts';
import { podPaths } from './pod-environment.ts';
import { labelsOf } from './test-run.ts';

const megabyte = 1024 * 1024;
/** Memory limit: what `report` may take (README), and the pieces being received. */
const memory = '1Gi';

/**
 * The service that pods send their records to. It is reachable before the pod is ready, which it is once there is a
 * report.
 */
export function collectService(of: Manifests): object {
  const { name, port } = of.collector;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: labelsOf(of) },
    spec: {
      selector: { 'job-name': name },
      publishNotReadyAddresses: true,
      ports: [{ name: 'records', port, targetPort: port }],
    },
  };
}

/**
 * The job that collects the records, makes the reports, and ends with the exit code of the run once its folder is
 * fetched.
 */
export function collectJobManifest(of: Manifests): object {
  const { name } = of.collector;
  const { pod, container } = securityOf();
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels: labelsOf(of) },
    spec: {
      backoffLimit: 2,
      // A verdict is final and not retried. A collector that was evicted is restarted, and the pods send it their
      // records again.
      podFailurePolicy: {
        rules: [
          { action: 'FailJob', onExitCodes: { operator: 'In', values: [1, 2, 3, 70] } },
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
        ],
      },
      template: {
        metadata: { labels: labelsOf(of) },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          securityContext: pod,
          containers: [collectContainer(of, container)],
          volumes: [
            of.claim === undefined
              ? { name: 'results', emptyDir: { sizeLimit: `${roomMegabytes(of)}Mi` } }
              : { name: 'results', persistentVolumeClaim: { claimName: of.claim } },
          ],
        },
      },
    },
  };
}

function collectContainer(of: Manifests, securityContext: object): object {
  return {
    name: 'collect',
    image: of.image,
    command: ['assay'],
    args: collectArguments(of),
    ...(of.claim === undefined && {
      env: [
        {
          name: 'ASSAY_COLLECT_TOKEN',
          valueFrom: { secretKeyRef: { name: of.secret, key: 'ASSAY_COLLECT_TOKEN' } },
        },
      ],
    }),
    ports: [{ name: 'records', containerPort: of.collector.port }],
    readinessProbe: { exec: { command: ['test', '-f', `${podPaths.results}/reported`] }, periodSeconds: 2 },
    resources: { requests: { cpu: '250m', memory }, limits: { memory } },
    securityContext,
    volumeMounts: [
      {
        name: 'results',
        mountPath: podPaths.results,
        ...(of.claim !== undefined && { subPath: `${of.name}-${of.run}` }),
      },
    ],
  };
}

function collectArguments(of: Manifests): readonly string[] {
  const label = of.label === undefined ? [] : [`--label=${of.label}`.replaceAll('$', '$$$$')];
  return [
    'collect',
    `--pods=${of.pods}`,
    `--run=${of.run}`,
    `--within=${Math.ceil(of.withinMs / 1000)}s`,
    ...(of.claim === undefined
      ? [`--port=${of.collector.port}`, `--max-bytes=${of.mostBytes}`]
      : [`--volume=${podPaths.results}/pods`]),
    ...label,
    `--out=${podPaths.results}/${of.name}`,
  ];
}

/** Disk space for the received records, the merged ones, and the reports. */
function roomMegabytes({ mostBytes }: Manifests): number {
  return Math.ceil((2 * mostBytes) / megabyte) + 256;
}
