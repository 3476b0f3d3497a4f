import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gatedCode } from '../../load/evidence/gate.ts';
import { longestRunMs } from '../../load/records/longest-run.ts';
import { startsWithinMs } from '../../load/records/segments.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import { roomForRecords } from '../../load/runner/run-scenario.ts';
import { UsageError } from '../errors/usage-error.ts';
import { awaitTarget } from '../input/await-target.ts';
import { openTarget } from '../input/target.ts';
import { embeddedPace } from '../load/announce.ts';
import { prepareTarget, type PreparedTarget } from '../load/prepare-target.ts';
import type { LoadWork } from '../load/settings.ts';
import { listenForInterruption } from '../output/interruption.ts';
import { openReportFolder } from '../results/result-folder.ts';
import { clusterLines, followLines, secretLines } from './following.ts';
import { manifestText, runId } from './manifests.ts';
import type { ClusterPlan } from './plan-cluster.ts';
import { collectorName, collectorPort, type Manifests } from './objects.ts';
import { podEnvironment, podPaths } from './pod-environment.ts';

/** `load --kubernetes NAME`: writes the manifests and prints how to apply them. Returns the exit code. */
export async function writeManifests(plan: ClusterPlan): Promise<number> {
  const { kubernetes, settings } = plan;
  if (kubernetes.image === undefined)
    throw new UsageError(
      '--kubernetes needs --image REF: the image that `Containerfile` makes, as the cluster pulls it',
    );
  const asked = await askedOf(plan);
  if (asked === undefined) return gatedCode(2, undefined);
  const of = manifestsOf(plan, kubernetes.image, asked);
  const lines = [...secretLines(of, settings), ...followLines(of)];
  const text = manifestText(of, [`Made by assay load --kubernetes ${of.name}`, ...clusterLines(plan), ...lines]);
  const folder = openReportFolder(settings.out, 'kubernetes', new Date());
  const file = `${of.name}.yaml`;
  folder.write(file, text);
  folder.close();
  const path = join(folder.path, file);
  console.log([...clusterLines(plan), `written: ${path}`, ...lines.map((line) => line.replace(file, path))].join('\n'));
  return 0;
}

type TargetAnswers = Pick<PreparedTarget, 'botId' | 'content' | 'marks'>;

/** With `--bot` nothing is sent: the target may be reachable only within the cluster. */
async function askedOf({ work, settings, ca }: ClusterPlan): Promise<TargetAnswers | undefined> {
  if (settings.bot !== undefined) {
    const { content, contentFrom, contentLearned } = work.options;
    if (work.learnsRule)
      console.log(
        'load: no rule tells which events carry text of the reply, so that TTFT is not reported: give --content or --dialect, or leave out --bot to have it learned from here',
      );
    return { botId: settings.bot, content: { content, contentFrom, contentLearned }, marks: {} };
  }
  const interruption = listenForInterruption();
  await awaitTarget(settings, ca);
  const target = await openTarget(settings, embeddedPace);
  try {
    return await prepareTarget({ settings, work, target, ca, interruption, own: undefined });
  } finally {
    interruption.stopListening();
    await target.close();
  }
}

function manifestsOf(
  { kubernetes, work, settings, pods, need, ca }: ClusterPlan,
  image: string,
  asked: TargetAnswers,
): Manifests {
  const { options, plan, scenario } = work;
  const target = settings.target ?? '';
  const environment = podEnvironment(
    { ...options, ...asked.content, ...asked.marks, target, botId: asked.botId },
    need,
  );
  const files = {
    ...(options.trace !== undefined && { [basename(podPaths.trace)]: readFileSync(options.trace, 'utf8') }),
    ...(ca !== undefined && { [basename(podPaths.ca)]: ca }),
  };
  const of = {
    name: kubernetes.name,
    pods,
    image,
    secret: kubernetes.secret,
    claim: kubernetes.claim,
    scenario: scenario.name,
    environment,
    need,
    label: settings.label,
    mostBytes: roomForRecords(plan.requests),
    collector: { name: collectorName(kubernetes.name), port: collectorPort },
    withinMs: startsWithinMs + endsWithinMs + longestOf(work),
    files: Object.keys(files).length === 0 ? undefined : files,
  };
  return { ...of, run: runId(of) };
}

/** Time in milliseconds in which a pod may hand over its records. */
const endsWithinMs = 60_000;

function longestOf({ options, plan }: LoadWork): number {
  const { maxLagMs = loadDefaults.maxLagMs, timeoutMs = loadDefaults.timeoutMs } = options;
  return longestRunMs({ ...plan.rates, durationMs: plan.durationMs, maxLagMs, timeoutMs });
}
