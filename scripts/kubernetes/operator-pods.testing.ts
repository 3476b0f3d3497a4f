import { parseAllDocuments } from 'yaml';

// What k6-operator v1.6 makes of a TestRun, and the kubelet of a container, according to their sources.

type EnvVar = {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string };
    readonly secretKeyRef?: { readonly name: string; readonly key: string };
  };
};

type Mount = {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
};

type Container = {
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
  readonly volumeMounts: readonly Mount[];
};

export type OperatorPod = { readonly name: string; readonly container: Container };

type PodSpec = Omit<Container, 'command' | 'args'> & { readonly image: string };

type TestRunObject = {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly parallelism: number;
    readonly script: { readonly localFile: string };
    readonly args: readonly string[];
    readonly initializer: PodSpec;
    readonly runner: PodSpec;
  };
};

export type Objects = {
  readonly all: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[];
  readonly testRun: TestRunObject;
  readonly collect: Container;
  readonly files: Readonly<Record<string, string>>;
};

/** The objects of a manifest, read as Kubernetes reads YAML. */
export function objectsIn(text: string): Objects {
  const all = parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS() as Objects['all'][number]);
  const of = (kind: string): unknown => all.find((each) => each.kind === kind);
  const job = of('Job') as { spec: { template: { spec: { containers: [Container] } } } };
  const map = of('ConfigMap') as { data: Record<string, string> } | undefined;
  return {
    all,
    testRun: of('TestRun') as TestRunObject,
    collect: job.spec.template.spec.containers[0],
    files: map?.data ?? {},
  };
}

/** The operator checks first whether the script is in the image. */
const runIfThere = '[ -f "$1" ] || exit 1; shift; exec "$@"';

/** The runner jobs of a TestRun with `args` and a `localFile`. */
export function runnersOf({ metadata: { name }, spec }: TestRunObject): readonly OperatorPod[] {
  const { parallelism, script, args, runner } = spec;
  return Array.from({ length: parallelism }, (_, place) => {
    const run = [
      'k6',
      'run',
      '--quiet',
      ...segmentFlags(place, parallelism),
      ...args,
      script.localFile,
      '--address=0.0.0.0:6565',
      '--paused',
      '--tag',
      `instance_id=${place + 1}`,
      '--tag',
      `testrun_name=${name}`,
    ];
    const command = ['sh', '-c', runIfThere, 'sh', script.localFile, ...run];
    return { name: `${name}-${place + 1}`, container: { ...runner, command } };
  });
}

function segmentFlags(place: number, pods: number): readonly string[] {
  if (pods === 1) return [];
  const bounds = Array.from({ length: pods + 1 }, (_, at) => (at === 0 ? '0' : at === pods ? '1' : `${at}/${pods}`));
  return [
    `--execution-segment=${bounds[place]}:${bounds[place + 1]}`,
    `--execution-segment-sequence=${bounds.join(',')}`,
  ];
}

/** Archives the script with the given command and prints its execution requirements; its logs go to a file in /tmp. */
const archiveAndInspect =
  'archive=$1; shift; "$@" 2>/tmp/k6logs && k6 inspect --execution-requirements "$archive" 2>>/tmp/k6logs || { cat /tmp/k6logs; exit 1; }';

/** The job that inspects the script before any runner is made. It repeats its variables in its command line. */
export function initializerOf({ metadata: { name }, spec }: TestRunObject): OperatorPod {
  const file = spec.script.localFile;
  const archive = `/tmp/${file.slice(file.lastIndexOf('/') + 1)}.archived.tar`;
  const named = (spec.initializer.env ?? []).flatMap((each) => ['-e', `${each.name}=$(${each.name})`]);
  const archiving = ['k6', 'archive', file, ...named, '-O', archive, ...spec.args];
  const command = ['sh', '-c', archiveAndInspect, 'sh', archive, ...archiving];
  return { name: `${name}-initializer`, container: { ...spec.initializer, command } };
}

export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The variables that a container has. */
export function variablesOf(pod: OperatorPod, secrets: Secrets): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const { secretRef } of pod.container.envFrom ?? []) Object.assign(variables, secretOf(secretRef.name, secrets));
  for (const { name, value, valueFrom } of pod.container.env ?? []) {
    const { secretKeyRef, fieldRef } = valueFrom ?? {};
    if (secretKeyRef) variables[name] = secretOf(secretKeyRef.name, secrets)[secretKeyRef.key] ?? '';
    else if (fieldRef) variables[name] = pod.name;
    else variables[name] = expanded(value ?? '', variables);
  }
  return variables;
}

function secretOf(name: string, secrets: Secrets): Readonly<Record<string, string>> {
  const secret = secrets[name];
  if (secret === undefined) throw new Error(`there is no Secret ${name}`);
  return secret;
}

/** Expands `$(NAME)` to that variable, if it exists, and `$$` to `$`. */
export function expanded(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$(\$|\(([^)]*)\))/g, (whole: string, what: string, name: string) =>
    what === '$' ? '$' : (variables[name] ?? whole),
  );
}

export function commandOf({ container }: OperatorPod, variables: Readonly<Record<string, string>>): readonly string[] {
  return [...container.command, ...(container.args ?? [])].map((word) => expanded(word, variables));
}
