import { withoutCredentials } from '../../../load/records/settings.ts';
import { withoutSecrets } from '../../input/known-secrets.ts';
import type { ResultFolder } from '../../results/result-folder.ts';
import type { Asking } from '../prepare-target.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

/** The live page of a run that is about to begin; says where it is. */
export async function dashboardOf(
  { work: { scenario, options }, target }: Asking,
  folder: ResultFolder,
): Promise<Dashboard> {
  const dashboard = await openDashboard({
    scenario: scenario.name,
    target: withoutSecrets(withoutCredentials(target.url)),
    ...(options.slo !== undefined && { slo: options.slo }),
    folder: folder.path,
    // The signal itself, so that nothing can tell it from one of the terminal.
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  });
  console.log(`load: the live page is at ${dashboard.url} while it runs`);
  return dashboard;
}
