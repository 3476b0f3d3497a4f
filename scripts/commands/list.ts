import { everyCheck as checks } from '../../conformance/every.ts';
import { observations } from '../content/observation.ts';
import { sentenceMap, type Holding } from '../../conformance/contract/sentence-map.ts';
import { sentencesOf } from '../../conformance/contract/sentences.ts';
import type { ListView } from '../../conformance/contract/formats/list.ts';
import { controlText } from '../../conformance/model/control-text.ts';
import { findsFault } from '../../conformance/model/check.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { deepFaults, type DeepFault } from '../../fixtures/faults/deep/index.ts';
import { faults, type Fault } from '../../fixtures/faults/index.ts';
import { loadFaults, type LoadFault } from '../../fixtures/faults/under-load/index.ts';
import { variants, type Variant } from '../../fixtures/variants/index.ts';
import { loadScenarios } from '../../load/plan/scenarios.ts';
import { pluralize } from '../../reports/text/format.ts';
import { killsByBase, type Matrix } from '../../reports/matrix.ts';
import { documentText } from '../package/document.ts';
import { readMatrix } from '../matrix/file.ts';
import { printResult } from '../output/print.ts';

/** `assay list`: checks, faults, variants and scenarios as a table, or as JSON for scripts (`assay.list/1`). */
export async function list(_args: readonly string[], flags: RawSettings): Promise<number> {
  const onlyFaults = flags['faults'] === true;
  const matrix = onlyFaults ? readMatrix() : undefined;
  const all = listing(matrix);
  const text = onlyFaults
    ? [faultsText(all.faults, matrix), deepFaultsText(all.deepFaults), loadFaultsText(all.loadFaults)].join('\n\n')
    : asTable(all);
  await printResult(flags['json'] === true ? JSON.stringify(all, null, 2) : text);
  return 0;
}

/** Everything that has a name, and what covers each sentence of the document. */
function listing(matrix?: Matrix) {
  return {
    schema: 'assay.list/1',
    checks: checks.map((check) => {
      const { id, clause, also, level, title, requirement, fault, doneBy, absence } = check;
      const listed = { id, clause, also, level, title, requirement, fault };
      const controls = controlText(check);
      return {
        ...listed,
        ...(doneBy === undefined ? {} : { doneBy }),
        ...(absence === undefined ? {} : { absence }),
        ...(controls.length === 0 ? {} : { controls }),
      };
    }),
    faults: Object.entries<Fault>(faults).map(([id, { mistake, alsoFails = [] }]) => {
      const measured = matrix === undefined ? undefined : killsByBase(matrix, id);
      const named = checks.filter((check) => findsFault(check, id)).map((check) => check.id);
      return { id, mistake, alsoFails, checks: named, ...(measured === undefined ? {} : { measured }) };
    }),
    deepFaults: Object.entries<DeepFault>(deepFaults).map(([id, { mistake, smallest }]) => {
      return { id, mistake, smallest: smallest.source };
    }),
    loadFaults: Object.entries<LoadFault>(loadFaults).map(([id, { mistake, shownBy }]) => ({ id, mistake, shownBy })),
    variants: Object.entries<Variant>(variants).map(([id, { differs }]) => ({ id, differs })),
    scenarios: loadScenarios.map(({ name, question }) => ({ id: name, question })),
    sentences: sentencesOf(documentText()).map(({ section, says }, at) => ({
      section,
      says,
      ...holdingOf(sentenceMap[at]?.[2] ?? {}),
    })),
  } as const satisfies ListView;
}

function holdingOf({ by = [], open = [], introduction, beyond }: Holding): Omit<Sentence, 'section' | 'says'> {
  const because = introduction ?? beyond;
  const is = by.length > 0 ? 'held' : open.length > 0 ? 'open' : beyond === undefined ? 'introduction' : 'beyond';
  const ids = (all: Parameters<typeof selectChecks>[0], only: readonly string[]): readonly string[] =>
    only.length === 0 ? [] : selectChecks(all, { only }).map(({ id }) => id);
  return {
    is,
    checks: ids(checks, by),
    observations: ids(observations, open),
    ...(because === undefined ? {} : { because }),
  };
}

type Sentence = NonNullable<ListView['sentences']>[number];
type Listing = ReturnType<typeof listing>;

function asTable(all: Listing): string {
  const {
    checks: listed,
    faults: mistakes,
    deepFaults: deep,
    loadFaults: crowded,
    variants: forms,
    scenarios,
    sentences,
  } = all;
  return [
    section(
      'checks',
      listed.map(({ id, clause, level, title, doneBy = [] }) => [
        clause,
        level,
        id,
        title + doneBy.map(byDefault).join(''),
      ]),
    ),
    section(
      'absence checks, which pass because something did not happen, each with its control and the fault that proves it',
      listed.flatMap(({ id, absence, controls = [], fault }) =>
        absence === undefined ? [] : [[absence, id, fault, controls.join('; ')]],
      ),
      ['kind', 'check', 'fault', 'control (must hold)'],
    ),
    section(
      'faults',
      mistakes.map(({ id, mistake }) => [id, mistake]),
    ),
    section(
      'faults that only fuzz finds',
      deep.map(({ id, mistake }) => [id, mistake]),
    ),
    section(
      'faults that only load finds',
      crowded.map(({ id, mistake }) => [id, mistake]),
    ),
    section(
      'variants',
      forms.map(({ id, differs }) => [id, differs]),
    ),
    section(
      'scenarios',
      scenarios.map(({ id, question }) => [id, question]),
    ),
    section(
      'sentences of the document',
      sentences.map((sentence, at) => [sentence.section, sentence.says, heldText(sentence, at)]),
    ),
  ].join('\n\n');
}

/** Grouped by topic, as in the sentence map: dozens of checks cover some sentences. */
function heldText({ is, because, checks: held, observations: seen }: Listing['sentences'][number], at: number): string {
  const { by = [], open = [] } = sentenceMap[at]?.[2] ?? {};
  if (is === 'introduction') return `no check of its own: ${because ?? ''}`;
  if (is === 'beyond') return `cannot be observed: ${because ?? ''}`;
  const parts = [
    ...(by.length === 0 ? [] : [`${pluralize(held.length, 'check')} of ${by.join(', ')}`]),
    ...(open.length === 0 ? [] : [`${pluralize(seen.length, 'observation')} of ${open.join(', ')}`]),
  ];
  return parts.join('; ');
}

function faultsText(listed: Listing['faults'], matrix: Matrix | undefined): string {
  const rows = listed.map(({ id, mistake, checks: named, measured }) =>
    [
      id,
      `    ${mistake}`,
      `    checks that have to find it: ${named.join(', ')}`,
      ...Object.entries(measured ?? {}).map(([base, finders]) => `    on ${base}: found by ${findersText(finders)}`),
    ].join('\n'),
  );
  const many = listed.filter((each) => each.measured !== undefined).length;
  const part = many === listed.length ? '' : `, ${many} of them: npm run matrix measures all`;
  const measured =
    matrix === undefined
      ? 'not measured yet: npm run matrix, in a clone of assay, runs all checks against each'
      : `measured ${matrix.endedAt}${part}`;
  return [`faults (${listed.length}), ${measured}`, ...basesText(matrix), ...rows].join('\n');
}

/** The valid services on which the faults were tried. */
function basesText(matrix: Matrix | undefined): readonly string[] {
  if (matrix === undefined) return [];
  const lines = matrix.bases.map(({ id, variants: changed }) =>
    changed.length === 0
      ? `  ${id}: the reference service as it is`
      : `  ${id}: the reference service with the variants ${changed.join(', ')}`,
  );
  return ['all checks were run against each fault on these valid services:', ...lines];
}

function deepFaultsText(listed: Listing['deepFaults']): string {
  const rows = listed.map(
    ({ id, mistake, smallest }) => `${id}\n    ${mistake}\n    shown by a request like ${smallest}`,
  );
  return [`faults that only fuzz finds (${listed.length})`, ...rows].join('\n');
}

function loadFaultsText(listed: Listing['loadFaults']): string {
  const rows = listed.map(({ id, mistake, shownBy }) => `${id}\n    ${mistake}\n    shown by load ${shownBy}`);
  return [`faults that only load finds (${listed.length})`, ...rows].join('\n');
}

/** A check that names the fault comes first; only the number of the others is given. */
function findersText(finders: readonly string[]): string {
  const [first, ...others] = finders;
  if (first === undefined) return 'no check';
  return others.length === 0 ? first : `${first} and ${pluralize(others.length, 'more check')}`;
}

/** ` [fails by default in Tornado 6.6.1: 404]` */
function byDefault(who: string): string {
  return ` [fails by default in ${who}]`;
}

function section(title: string, rows: readonly (readonly string[])[], head?: readonly string[]): string {
  const all = head === undefined ? rows : [head, ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map(
    (row) =>
      `  ${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}`,
  );
  return [`${title} (${rows.length})`, ...lines].join('\n');
}
