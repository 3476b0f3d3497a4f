import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { selectChecks } from '../../conformance/model/select.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { valid } from '../../fixtures/service/index.ts';
import { matrixBaseIds } from '../matrix/bases.ts';
import { cachedRecorder } from './record-cache.ts';
import { recordRun, type RecordedFailures } from './record.ts';
import { reportRun } from './reported.ts';
import { isShown, scoreReport, type ReportScore } from './scored.ts';

/**
 * `npm run causes [-- [--base BASE] [--every N] [--whole] [--pairs N [--seed N]] [--unlisted] [--kept FILE] GLOB…]`:
 * how the known faults are reported, each alone, or N pairs of them: far from each other in the list or, with a seed,
 * drawn by it. With `--unlisted` the report does not know these faults, as it does not know the mistakes of real
 * services. It sends the checks that a fault is known to fail and a sample of the others; all checks where those do not
 * show it, or with `--whole`. What FILE holds of an earlier run is reported anew without being sent, and new results
 * are added to it. Ends 1 where the figures are worse than the goals, 3 where no fault matches.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: 'valid' },
    every: { type: 'string', default: '1' },
    pairs: { type: 'string' },
    seed: { type: 'string' },
    unlisted: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    kept: { type: 'string' },
  },
});
const base = matrixBaseIds.find((id) => id === values.base);
if (base === undefined) throw new Error(`--base is one of ${matrixBaseIds.join(', ')}`);
const ids = selectChecks(
  (Object.keys(faults) as readonly FaultId[]).map((id) => ({ id })),
  { only: positionals },
).map(({ id }) => id);
const every = Number(values.every);
const jobs = (values.pairs === undefined ? ids.map((id) => [id]) : pairsOf(Number(values.pairs))).filter(
  (_, at) => at % every === 0,
);
if (jobs.length === 0) {
  console.error('causes: no fault is named so; npx assay list --faults shows them');
  process.exit(3);
}
const recordedOf = values.kept === undefined ? recordRun : cachedRecorder(values.kept);
const all: ReportScore[] = [];
const left = jobs.values();
/** Half of the time goes into waiting for services that hang or are slow on purpose. */
await Promise.all(Array.from({ length: 4 }, work));
const isMet = values.pairs === undefined ? printSingle(base === 'valid') : printPairs();
process.exit(isMet ? 0 : 1);

async function work(): Promise<void> {
  for (const job of left) {
    const score = scoreReport(job, reportRun(await recordedWith(job), values.unlisted ? job : []));
    all.push(score);
    if (isOdd(score)) console.log(JSON.stringify(score));
  }
}

/** If the faults show only in responses to probes that were left out, the run is repeated with all probes. */
async function recordedWith(mistakes: readonly FaultId[]): Promise<RecordedFailures> {
  const job = { base: base ?? 'valid', faults: mistakes, isWhole: values.whole };
  const found = await recordedOf(job);
  if (job.isWhole || mistakes.every((mistake) => isShown(mistake, found.findings))) return found;
  return recordedOf({ ...job, isWhole: true });
}

function isOdd({ causes, isOfItsClause, isNamed, isApart }: ReportScore): boolean {
  return values.pairs === undefined ? causes > 2 || !isOfItsClause || !isNamed : causes < 2 || !isApart;
}

/**
 * Pairs that are far from each other in the list, since neighbours are of one kind: of two faults that change the same
 * decision, only the second would take effect.
 */
function pairsOf(count: number): readonly (readonly FaultId[])[] {
  return Array.from({ length: count }, (_, at) => {
    const place = Math.floor(ids.length * (values.seed === undefined ? at / count : drawn(`${at} first`)));
    // Every second pair is of near neighbours: their failures are of one kind and harder to tell apart.
    const most = at % 2 === 0 ? 1 : 0.05;
    const step = values.seed === undefined ? 0.2 + (0.6 * at) / count : most * drawn(`${at} second`);
    const away = (place + Math.floor(ids.length * step)) % ids.length;
    const first = ids.slice(place, place + 1);
    const own = new Set(first.flatMap(decisionsOf));
    const second = [...ids.slice(away), ...ids].find((id) => !decisionsOf(id).some((each) => own.has(each)));
    return [...first, ...(second === undefined ? [] : [second])];
  });
}

/** A number from 0 to 1, drawn by the seed. */
function drawn(which: string): number {
  return createHash('sha256').update(`${values.seed} ${which}`).digest().readUInt32BE() / 2 ** 32;
}

function decisionsOf(id: FaultId): readonly string[] {
  const { change } = faults[id];
  return Object.keys(typeof change === 'function' ? change(valid) : change);
}

function printSingle(isNextToIt: boolean): boolean {
  // On another base some faults have no effect.
  const seen = all.filter(({ causes }) => causes > 0);
  const lines = seen.map((score) => score.lines).toSorted((a, b) => a - b);
  const [median = 0, most = 0] = [lines[Math.floor(lines.length / 2)], lines.at(-1)];
  console.log(`${seen.length} of ${all.length} shown; lines: median ${median}, at most ${most}`);
  return [
    median < 40 && most <= 120,
    isAtLeast(0.9, seen, 'reported as one or two causes', ({ causes }) => causes <= 2),
    isAtLeast(0.95, seen, 'begin with a clause of theirs', ({ isOfItsClause }) => isOfItsClause) || !isNextToIt,
    isAtLeast(0.85, seen, 'are the likeliest, or come to the same', ({ isNamed }) => isNamed),
  ].every((is) => is);
}

function printPairs(): boolean {
  return [
    isAtLeast(0.9, all, 'reported as two causes or more', ({ causes }) => causes >= 2),
    isAtLeast(0.75, all, 'told apart, each leading a cause of its own', ({ isApart }) => isApart),
  ].every((is) => is);
}

function isAtLeast(
  least: number,
  of: readonly ReportScore[],
  what: string,
  is: (score: ReportScore) => boolean,
): boolean {
  const met = of.filter(is).length;
  const isMet = met >= least * of.length;
  console.log(`${isMet ? '✓' : '✗'} ${met} of ${of.length} ${what} (${((100 * met) / (of.length || 1)).toFixed(1)} %)`);
  return isMet;
}
