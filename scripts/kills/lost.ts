import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyCheck } from '../../conformance/every.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding, RunHeader } from '../../conformance/model/run.ts';
import type { KilledCommand } from './commands.ts';
import type { AnsweredRequest } from './logged-service.ts';

/** A part of a command's output. */
export type OutputPart = { readonly text: string; readonly atMs: number };

const mostNamed = 3;

/** Requests that were answered but are not in the folder. `fuzz` keeps only those of findings. */
export function lostRequests(out: string, answered: readonly AnsweredRequest[], command: KilledCommand): string[] {
  if (command === 'fuzz') return [];
  const kept =
    command === 'load'
      ? new Set((linesIn(out, 'requests.ndjson') as readonly { readonly id?: string }[]).map(({ id }) => id))
      : new Set((linesIn(out, 'exchanges.ndjson') as readonly Exchange[]).map(idSent));
  // Requests before a load begins are not part of it.
  const promised = command === 'load' ? answered.filter(({ id }) => !id.startsWith('assay-')) : answered;
  const missing = promised.filter(({ id }) => !kept.has(withoutPlace(id)));
  if (missing.length === 0) return [];
  const some = missing.slice(0, mostNamed).map(({ id }) => id);
  return [
    `${missing.length} of ${answered.length} answered requests are not in the folder, such as ${some.join(', ')}`,
  ];
}

/** Several requests sent in the same bytes are one exchange with the id of the first. */
const withoutPlace = (id: string): string => id.replace(/^(assay-[0-9a-f]+-\d+)-\d+$/, '$1');

function idSent({ request }: Exchange): string | undefined {
  return request.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
}

/** Findings that were printed but are not in the folder. */
export function lostFindings(out: string, told: readonly OutputPart[], command: KilledCommand): string[] {
  if (command === 'load') return [];
  const text = told.map((each) => each.text).join('');
  const [header, ...findings] = linesIn(out, 'findings.ndjson') as readonly (RunHeader & Finding)[];
  if (command === 'fuzz') {
    const many = text.match(/found as case \d+/g)?.length ?? 0;
    const kept = findings.filter(({ verdict }) => verdict.is === 'fail').length;
    return kept < many ? [`${many} findings were told, and ${kept} are in the folder`] : [];
  }
  const ids = new Set(findings.map(({ check }) => check));
  const missing = toldChecks(text, header?.plan.checks ?? []).filter((id) => !ids.has(id));
  return missing.length === 0 ? [] : [`told, and not in the folder: ${missing.slice(0, mostNamed).join(', ')}`];
}

const ofEvery = new Set(everyCheck.filter((check) => check.ofEvery !== undefined).map(({ id }) => id));

/**
 * The checks whose topics were printed: with --verbose there is a line for each topic, and another for rules about all
 * answers.
 */
function toldChecks(text: string, planned: readonly string[]): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, topic, all] = /^\S \d+(?:\.\d+)* +(\S+?)(, all answers)? +\S/.exec(line) ?? [];
    if (topic === undefined) return [];
    return planned.filter((id) => id.startsWith(`${topic}/`) && ofEvery.has(id) === (all !== undefined));
  });
}

/** The complete JSON lines; the last line of a killed process may be torn. */
function linesIn(out: string, file: string): readonly unknown[] {
  const path = join(out, file);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}
