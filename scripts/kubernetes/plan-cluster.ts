import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import type { Calibration } from '../../load/evidence/instrument.ts';
import { UsageError, usageErrorOf } from '../errors/usage-error.ts';
import { calibrationHere } from '../load/results/calibration-file.ts';
import type { LoadWork } from '../load/settings.ts';
import { guardKubernetes, podCountMistakes } from './guard.ts';
import { totalLoadOf, needOfEach, podsFor, type PodNeed } from './need.ts';
import type { KubernetesSettings } from './settings.ts';

export type ClusterRun = {
  readonly kubernetes: KubernetesSettings;
  readonly work: LoadWork;
  readonly settings: Settings;
  readonly ca: string | undefined;
};

/** The plan of a cluster run. Making it throws where no cluster can do the run, before anything is sent or written. */
export type ClusterPlan = ClusterRun & {
  readonly pods: number;
  /** Number of pods by the calibration of this machine; undefined without one. */
  readonly needed: number | undefined;
  readonly need: PodNeed;
  readonly calibration: Calibration | undefined;
};

export function planCluster(run: ClusterRun, flags: RawSettings): ClusterPlan {
  const { kubernetes, work, settings } = run;
  guardKubernetes(kubernetes, work, settings, flags);
  const calibration = calibrationHere(process.env);
  const burden = totalLoadOf(work);
  const needed = calibration && podsFor(burden, calibration);
  const pods = kubernetes.pods ?? needed;
  if (pods === undefined)
    throw new UsageError(
      '--kubernetes needs --pods N, or a calibration of this machine to choose it by: npx assay calibrate makes one',
    );
  const mistakes = podCountMistakes(pods, work);
  if (mistakes.length > 0) throw usageErrorOf(mistakes);
  return { ...run, pods, needed, calibration, need: needOfEach(burden, pods, calibration) };
}
