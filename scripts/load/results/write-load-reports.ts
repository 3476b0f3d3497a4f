import type { ReleasesComparison } from '../../../load/compare/comparison.ts';
import { releasesReport } from '../../../reports/compare/releases.ts';
import type { Headline } from '../../../reports/text/format.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { loadHtml } from '../../../reports/html/load.ts';
import { loadsHtml } from '../../../reports/html/loads.ts';
import { loadJunit } from '../../../reports/load/junit.ts';
import { loadsMarkdown } from '../../../reports/load/loads-markdown.ts';
import type { NamedLoad } from '../../../reports/load/loads-table.ts';
import { loadMarkdown } from '../../../reports/load/markdown.ts';
import type { ResultFolder } from '../../results/result-folder.ts';

/** `load.json` and every report that is derived from it. It draws charts, whose library no other command loads. */
export function writeLoadReports(folder: ResultFolder, load: Load): void {
  folder.write('load.json', `${JSON.stringify(load, null, 2)}\n`);
  folder.write('report.html', loadHtml(load));
  folder.write('summary.md', loadMarkdown(load));
  folder.write('junit.xml', loadJunit(load));
}

/** Several load runs side by side, each compared with the one before; gives the verdict on all of them. */
export function writeLoadsReports(
  folder: ResultFolder,
  loads: readonly NamedLoad[],
  releases: ReleasesComparison,
): Headline {
  const report = releasesReport(releases);
  folder.write('compare.json', `${JSON.stringify(releases, null, 2)}\n`);
  folder.write('report.html', loadsHtml(loads, releases));
  folder.write('summary.md', loadsMarkdown(loads, report));
  return report.headline;
}
