import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { bundleScenario } from '../../load/runner/bundle.ts';
import { k6ForTests } from '../../load/runner/needs-k6.testing.ts';
import { scenarioFile } from '../../load/runner/paths.ts';
import { collectorPort } from './objects.ts';
import {
  commandOf,
  expanded,
  initializerOf,
  objectsIn,
  runnersOf,
  variablesOf,
  type Objects,
  type OperatorPod,
  type Secrets,
} from './operator-pods.testing.ts';
import { podPaths } from './pod-environment.ts';

/** A process that represents a container. */
type Process = {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
};

/** A pod with the local folder of its results. */
export type Pod = Process & { readonly results: string };

/** A pod whose k6 waits for the start. */
export type Runner = Pod & { readonly start: () => Promise<void> };

export type Cluster = {
  readonly objects: Objects;
  /** Starts the collecting job and waits until it listens. A second one replaces the first. */
  readonly collect: (...more: readonly string[]) => Promise<Pod>;
  /** Starts all pods, paused, and waits until each of them answers. */
  readonly runners: (secrets?: Secrets) => Promise<readonly Runner[]>;
  readonly initialize: () => Pod;
};

type Place = { readonly from: string; readonly to: string };

const started: ChildProcess[] = [];

/** Ends all processes that are still running. */
export function endAll(): void {
  for (const child of started) child.kill('SIGKILL');
}

/**
 * Runs a manifest as processes on this machine. The command line, the variables and the mounts of each container are
 * those of the operator, but paths are in local folders, and services have other addresses.
 */
export async function clusterHere(
  manifest: string,
  secrets: Secrets,
  services: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const objects = objectsIn(manifest);
  const tree = mkdtempSync(join(tmpdir(), 'assay-cluster-'));
  const image = await imageIn(join(tree, 'image'), objects.testRun.spec.script.localFile);
  const volume = join(tree, 'volume');
  const addresses = new Map(Object.entries(services));

  const run = (pod: OperatorPod, secret: Secrets, more: readonly string[] = []): Pod => {
    const variables = variablesOf(pod, secret);
    const mounts = mountsOf(pod, { root: join(tree, `${pod.name}-${started.length}`), volume, variables });
    const given = mounts.find(({ from }) => from === podPaths.given);
    for (const [name, text] of Object.entries(given === undefined ? {} : objects.files))
      writeFileSync(join(given?.to ?? '', name), text);
    const here = (text: string): string => located(text, [...mounts, ...image.places], addresses);
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, here(value)]));
    const [program = '', ...args] = [...commandOf(pod, variables), ...more].map(here);
    const child = spawn(program, args, { cwd: tree, env: { ...env, PATH: image.path } });
    started.push(child);
    return { ...watched(child), results: mounts.find(({ from }) => from === podPaths.results)?.to ?? '' };
  };

  return {
    objects,
    collect: async (...more) => {
      const name = `${objects.testRun.metadata.name}-collect`;
      const address = `http://${name}:${collectorPort}`;
      const port = new URL(addresses.get(address) ?? `http://127.0.0.1:${await freePort()}`).port;
      addresses.set(address, `http://127.0.0.1:${port}`).set(`--port=${collectorPort}`, `--port=${port}`);
      const pod = run({ name, container: objects.collect }, secrets, more);
      await until(() => pod.said().includes('collect: '), pod);
      return pod;
    },
    runners: (given = secrets) =>
      Promise.all(
        runnersOf(objects.testRun).map(async (pod): Promise<Runner> => {
          const port = await freePort();
          addresses.set('--address=0.0.0.0:6565', `--address=127.0.0.1:${port}`);
          const runner = run(pod, given);
          await until(() => isThere(port), runner);
          return { ...runner, start: () => start(port) };
        }),
      ),
    initialize: () => run(initializerOf(objects.testRun), {}),
  };
}

/** Prepares the files of the image: k6, assay and the scenarios. */
async function imageIn(
  folder: string,
  script: string,
): Promise<{ readonly path: string; readonly places: readonly Place[] }> {
  const [bin, scenarios] = [join(folder, 'bin'), join(folder, 'scenarios')];
  for (const each of [bin, scenarios]) mkdirSync(each, { recursive: true });
  symlinkSync(k6ForTests(), join(bin, 'k6'));
  const assay = process.env['ASSAY_PACKAGED'] ?? join(import.meta.dirname, '..', 'bin.js');
  writeFileSync(join(bin, 'assay'), `#!/bin/sh\nexec '${process.execPath}' '${assay}' "$@"\n`, { mode: 0o755 });
  const name = script.slice(script.lastIndexOf('/') + 1, -'.js'.length);
  const bundled = await bundleScenario(scenarioFile(name).path, join(scenarios, `${name}.js`));
  if (bundled.is === 'failed') throw new Error(bundled.because);
  return { path: `${bin}:/usr/bin:/bin`, places: [{ from: '/scenarios', to: scenarios }] };
}

/** A folder for each mount: private to the pod, or on the volume that all pods share. */
function mountsOf(
  { container }: OperatorPod,
  { root, volume, variables }: { root: string; volume: string; variables: Readonly<Record<string, string>> },
): readonly Place[] {
  return container.volumeMounts.map(({ name, mountPath, subPath, subPathExpr = subPath }) => {
    const shared = subPathExpr === undefined ? undefined : expanded(subPathExpr, variables);
    const to = shared === undefined ? join(root, name) : join(volume, shared);
    mkdirSync(to, { recursive: true });
    return { from: mountPath, to };
  });
}

function located(text: string, mounts: readonly Place[], addresses: ReadonlyMap<string, string>): string {
  let here = text;
  for (const [from, to] of addresses) here = here.replaceAll(from, to);
  for (const { from, to } of mounts) here = here.replaceAll(new RegExp(`(?<=^|[=>\\s])${from}(?=/|$)`, 'gm'), to);
  return here;
}

function watched(child: ChildProcess): Process {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (text += more));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, ended, said: () => text };
}

/** Starts a paused k6 as the operator's starter does. */
async function start(port: number): Promise<void> {
  const data = { attributes: { paused: false, stopped: false }, id: 'default', type: 'status' };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  if (!answer.ok) throw new Error(`k6 answers ${answer.status} when it is started`);
}

async function isThere(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/v1/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Waits until `holds` is true, while the process runs. */
export async function until(holds: () => boolean | Promise<boolean>, of: Process): Promise<void> {
  const ended = new AbortController();
  void of.ended.then(() => ended.abort());
  while (!(await holds())) {
    if (ended.signal.aborted) throw new Error(`it ended before that:\n${of.said()}`);
    await after(20);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
