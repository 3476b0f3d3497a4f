import type { RawSettings } from '../../conformance/settings/settings.ts';
import { dryRun } from '../load/dry-run.ts';
import { clusterLines } from './following.ts';
import { planCluster, type ClusterRun } from './plan-cluster.ts';
import { writeManifests } from './write-manifests.ts';

/** `load --kubernetes NAME`, also with `--dry-run`. */
export async function loadOnCluster(run: ClusterRun, flags: RawSettings): Promise<number> {
  const plan = planCluster(run, flags);
  if (flags['dry-run'] !== true) return writeManifests(plan);
  await dryRun(run.work, run.settings, false);
  console.log(clusterLines(plan).join('\n'));
  return 0;
}
