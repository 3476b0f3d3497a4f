import type { Load } from '../load/model/load.ts';
import {
  failuresOf,
  loadFactsOf,
  loadHeadlineOf,
  measuredOf,
  msText,
  quantileHeads,
  quantileNames,
  quantileText,
} from './load-words.ts';
import { code, folded, prose, table } from './markdown-text.ts';
import { verdictMarks } from './words.ts';

/** A load run as Markdown for a pull request or a CI step summary. */
export function loadMarkdown(load: Load): string {
  const sections = [heading(load), times(load), failures(load), settings(load), footer(load)];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading(load: Load): string {
  const { is, word, says } = loadHeadlineOf(load);
  return `## ${verdictMarks[is]} ${word}: ${says}\n\nScenario ${code(load.scenario)} on ${code(load.target)}.`;
}

function times(load: Load): string {
  const rows = measuredOf(load).map(({ name, means, times: each }) => [
    `**${prose(name)}** (${prose(means)})`,
    String(each.n),
    msText(each.min),
    ...quantileNames.map((quantile) => quantileText(each, quantile)),
    msText(each.max),
  ]);
  const head = ['milliseconds', 'n', 'min', ...quantileNames.map((name) => quantileHeads[name]), 'max'];
  return rows.length === 0 ? '' : table(head, rows);
}

function failures(load: Load): string {
  const rows = failuresOf(load).map(([outcome, count]) => [code(outcome), String(count)]);
  return rows.length === 0 ? '' : `### Failures\n\n${table(['outcome', 'requests'], rows)}`;
}

function settings(load: Load): string {
  const rows = loadFactsOf(load).map(([name, value]) => [prose(name), prose(value)]);
  return folded('Settings', table(['', ''], rows));
}

function footer({ seed, startedAt, run }: Load): string {
  return `run ${code(run)} · seed ${seed} · ${prose(startedAt)}`;
}
