import { isEnveloped, oneTextAt, textIn, textPathsIn, type StreamEvent } from './stream-event.ts';
import { isLabel } from './label.ts';
import { pathText, type Path } from './path.ts';
import type { ContentRule } from './rule.ts';

/** Bounds on what is examined: no real stream needs more, and a hostile stream could have any number. */
const most = { rules: 500, paths: 64, pathLength: 200, labels: 32, values: 8 };

/**
 * Every rule by which the events could be read: each place that holds text, in all events that have it, in the events
 * of a single name, and in the events that a member distinguishes from others.
 */
export function candidateRules(events: readonly StreamEvent[]): readonly ContentRule[] {
  const paths = distinct(events.flatMap(({ value }) => textPathsIn(value)))
    .filter((path) => pathText(path).length <= most.pathLength)
    .slice(0, most.paths);
  const plain = events.some(({ data, value }) => value === undefined || !isEnveloped(data));
  const bare: readonly ContentRule[] = [...paths.map((path) => ({ path })), ...(plain ? [{}] : [])];
  return bare.flatMap((rule) => [rule, ...narrowed(rule, events, paths)]).slice(0, most.rules);
}

function narrowed(rule: ContentRule, events: readonly StreamEvent[], paths: readonly Path[]): readonly ContentRule[] {
  const has = events.filter((event) => textIn(event, rule) !== '');
  const names = [...new Set(events.map(({ name }) => name))];
  const byName =
    names.length === 1 ? [] : [...new Set(has.map(({ name }) => name))].map((event) => ({ ...rule, event }));
  if (rule.path === undefined) return byName;
  const own = pathText(rule.path);
  const labels = paths.filter((path) => path.length > 0 && pathText(path) !== own).slice(0, most.labels);
  return [...byName, ...labels.flatMap((path) => valuesOf(path, has).map((is) => ({ ...rule, where: { path, is } })))];
}

/** The values of a member that distinguishes kinds of events. Empty where the member has too many values. */
function valuesOf(path: Path, events: readonly StreamEvent[]): readonly string[] {
  const values = new Set(events.map(({ value }) => oneTextAt(value, path)).filter((value) => value !== undefined));
  return values.size > most.values ? [] : [...values].filter(isLabel);
}

function distinct(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [pathText(path), path])).values()];
}
