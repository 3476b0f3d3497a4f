import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { everyCheck } from '../../conformance/every.ts';
import { runOnService } from '../../conformance/judged.testing.ts';
import { chainFinder, ownProbesOf } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import { quickChecks } from '../../conformance/model/quick-checks.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { knownFaults } from '../content/known-faults.ts';
import { harmlessFaults, matrixBaseIds, matrixBehaviour, type MatrixBaseId } from '../matrix/bases.ts';
import { answersOfWorkers } from '../matrix/workers.ts';
import { requiredChecks, budget } from './budget.ts';
import { chooseProbes, type ProbeMeasurements } from './choose.ts';
import { asksInEveryFormat } from './every-format.ts';
import { quickMisses } from './misses.ts';
import { missesFile, missesText, quickFile, quickText } from './file.ts';
import { candidatesOf, findingCheckName, usesIn, type FindingCheck } from './known.ts';
import { discoveryCurve, curveText, orderProbes } from './order.ts';
import type { QuickJob } from './worker.ts';

/**
 * `npm run quick`: runs all checks against each known fault of the reference service, chooses those of `--profile
 * quick` by their finds and cost, runs the chosen ones against each fault again, and writes them and what they found
 * into `conformance/model/quick-checks.ts`. The results of the whole runs stay in `reports/out/quick.json`; `--
 * --again` chooses by them and runs all checks only against faults that are not in it yet. `-- --rounds 1` chooses once
 * instead of three times. `-- --added` chooses nothing: it runs the earlier choice, and other checks that need no more
 * probes, only against known faults that are not in `reports/out/quick.json`. `-- --improve` starts with the earlier
 * choice and runs all checks only against the faults that it misses: a third of the time, after checks or faults were
 * added. `-- --order [--every N]` chooses nothing: it runs the chosen checks against every Nth known fault, and puts
 * those first that find the most for the least. `-- --measure BASE [--every N]` writes nothing: it measures what the
 * chosen checks find, of every Nth known fault, on a base of the matrix.
 */
const { values } = parseArgs({
  options: {
    measure: { type: 'string' },
    every: { type: 'string', default: '1' },
    again: { type: 'boolean' },
    added: { type: 'boolean' },
    rounds: { type: 'string', default: '3' },
    improve: { type: 'boolean' },
    order: { type: 'boolean' },
  },
});

const keptFile = join('reports', 'out', 'quick.json');

const mistakes = Object.keys(faults) as readonly FaultId[];

/**
 * Number of rounds: checks find other faults in whole runs than in short ones, so the choice is repeated with what the
 * chosen checks found.
 */
const rounds = Number(values.rounds);

if (values.order === true) await orderAnew();
else if (values.added === true) await measureAdded();
else if (values.measure === undefined) await choose();
else {
  const base = matrixBaseIds.find((id) => id === values.measure);
  if (base === undefined) throw new Error(`--measure is one of ${matrixBaseIds.join(', ')}`);
  const visible = asked().filter((fault) => harmlessFaults[base]?.[fault] === undefined);
  const finders = await findersOf(base, visible, quickChecks);
  const missed = visible.filter((fault) => finders.get(fault)?.length === 0);
  console.log(missed.map((fault) => `missed: ${fault}`).join('\n'));
  console.log(`on ${base} the profile quick finds ${visible.length - missed.length} of ${visible.length} known faults`);
}

async function choose(): Promise<void> {
  const { exchanges } = await runOnService(matrixBehaviour('valid'), everyCheck);
  const uses = usesIn(exchanges);
  const inWholeRuns = await findersToChooseBy();
  mkdirSync(dirname(keptFile), { recursive: true });
  writeFileSync(keptFile, JSON.stringify([...inWholeRuns]));
  // Where the first requests of a run hang, most checks are not judged; the checks that are meant to find the fault
  // would, run alone.
  const sending = new Set(everyCheck.filter(({ ofEvery }) => ofEvery === undefined).map(({ id }) => id));
  for (const { fault, named } of knownFaults()) {
    const more = named.filter((id) => sending.has(id)).map((check): FindingCheck => ({ check }));
    inWholeRuns.set(fault as FaultId, [...(inWholeRuns.get(fault as FaultId) ?? []), ...more]);
  }
  let known = inWholeRuns;
  let best: { readonly checks: readonly string[]; readonly misses: readonly string[] } | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    const measured = measuredOf(known, uses);
    const { probes, used, found, isBest } = await chooseProbes(budget, measured, probesOf(requiredChecks));
    if (!isBest) console.log('not all choices were tried: a better one may exist');
    const checks = checksBy(orderProbes(probes, measured));
    const inQuickRuns = await findersOf('valid', mistakes, checks);
    const misses = mistakes.filter((fault) => inQuickRuns.get(fault)?.length === 0);
    const counted = `found ${mistakes.length - misses.length} of ${mistakes.length} known faults, ${found.size} expected`;
    console.log(`${checks.length} checks, ${used.requests} requests and ${used.credits} credits: ${counted}`);
    known = new Map([...known].map(([fault, all]) => [fault, corrected(all, inQuickRuns.get(fault) ?? [], probes)]));
    if (best !== undefined && misses.length > best.misses.length) continue;
    // The finds of these short runs, which sent nothing else, are the best basis for the order.
    best = { checks: checksBy(orderProbes(probes, measuredOf(inQuickRuns, uses))), misses };
  }
  if (best === undefined) throw new Error('nothing was chosen');
  keep(best.checks, best.misses);
}

async function orderAnew(): Promise<void> {
  const { exchanges } = await runOnService(matrixBehaviour('valid'), everyCheck);
  const finders = await findersOf('valid', asked(), quickChecks);
  const measured = measuredOf(finders, usesIn(exchanges));
  const before = probesOf(quickChecks);
  const best = orderProbes(new Set(before), measured);
  const inDocument = probesOf(everyCheck.map(({ id }) => id).filter((id) => quickChecks.includes(id)));
  const orders = { 'as it was': before, 'as it is now': best, 'as the document has them': inDocument };
  for (const [name, order] of Object.entries(orders))
    console.log(`${name}: ${curveText(discoveryCurve(order, measured))}`);
  // The misses are known only if every fault was tried.
  const missed = mistakes.filter((fault) => finders.get(fault)?.length === 0);
  keep(checksBy(best), values.every === '1' ? missed : quickMisses);
}

async function measureAdded(): Promise<void> {
  const kept = keptFinders();
  const added = mistakes.filter((fault) => !kept.has(fault));
  const checks = [...new Set([...quickChecks, ...checksBy(probesOf(quickChecks))])];
  const finders = await findersOf('valid', added, checks);
  const isMissed = (fault: FaultId): boolean =>
    kept.has(fault) ? quickMisses.includes(fault) : finders.get(fault)?.length === 0;
  const missed = mistakes.filter(isMissed);
  console.log(`of ${added.length} that were added, ${added.filter((fault) => !isMissed(fault)).length} are found`);
  keep(checks, missed);
}

function asked(): readonly FaultId[] {
  return mistakes.filter((_, at) => at % Number(values.every) === 0);
}

function keep(checks: readonly string[], misses: readonly string[]): void {
  writeFileSync(quickFile, quickText(checks, mistakes.length - misses.length, mistakes.length));
  writeFileSync(missesFile, missesText(misses));
}

/** The probes sent for these checks, in order; a rule about every answer sends nothing. */
function probesOf(checks: readonly string[]): readonly string[] {
  const byId = new Map(everyCheck.map((check) => [check.id, check]));
  const chainOf = chainFinder(everyCheck);
  const sending = checks.flatMap((id) => byId.get(id) ?? []).filter(({ ofEvery }) => ofEvery === undefined);
  return [...new Set(sending.flatMap((check) => chainOf(check).flatMap(ownProbesOf)).map(({ name }) => name))];
}

/** What finds each fault in whole runs, except for the faults that the earlier choice finds. */
async function findersToChooseBy(): Promise<Finders> {
  if (values.again === true) return completed(keptFinders());
  if (values.improve !== true) return findersOf('valid', mistakes);
  const found = await findersOf('valid', mistakes, quickChecks);
  const missed = mistakes.filter((fault) => found.get(fault)?.length === 0);
  console.log(`the checks of before find ${mistakes.length - missed.length} of ${mistakes.length} known faults`);
  return new Map([...found, ...(await findersOf('valid', missed))]);
}

type Finders = Map<FaultId, readonly FindingCheck[]>;

function keptFinders(): Finders {
  return new Map(JSON.parse(readFileSync(keptFile, 'utf8')) as [FaultId, readonly FindingCheck[]][]);
}

/** Adds the finders of faults that are new, and removes checks and faults that no longer exist. */
async function completed(kept: Finders): Promise<Finders> {
  const isThere = new Set(everyCheck.map(({ id }) => id));
  const known = [...kept].filter(([fault]) => mistakes.includes(fault));
  const added = await findersOf(
    'valid',
    mistakes.filter((fault) => !kept.has(fault)),
  );
  console.log(`${known.length} of ${mistakes.length} known faults are kept, ${added.size} were tried now`);
  const all = [...known, ...added];
  return new Map(all.map(([fault, finders]) => [fault, finders.filter(({ check }) => isThere.has(check))]));
}

/** The finders of each of these faults on a base, in a run of these checks. */
async function findersOf(base: MatrixBaseId, asked: readonly FaultId[], only?: readonly string[]): Promise<Finders> {
  const jobs = asked.map((fault): QuickJob => ({ base, fault, ...(only && { only }) }));
  const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const answers = await answersOfWorkers<QuickJob, readonly FindingCheck[]>(worker, jobs);
  return new Map(answers.map((finders, at) => [asked[at] as FaultId, finders]));
}

function measuredOf(known: Finders, uses: ProbeMeasurements['uses']): ProbeMeasurements {
  const foundBy = new Map<string, Set<string>>();
  for (const [fault, finders] of known)
    for (const finder of finders) {
      const found = foundBy.get(findingCheckName(finder)) ?? new Set();
      foundBy.set(findingCheckName(finder), found.add(fault));
    }
  const candidates = candidatesOf(everyCheck, [...known.values()].flat());
  return { uses, foundBy, candidates: candidates.filter(({ probes }) => !probes.some(asksInEveryFormat)) };
}

/** Corrects the expected finders for these probes by the finders of the run that sent them. */
function corrected(
  known: readonly FindingCheck[],
  found: readonly FindingCheck[],
  probes: ReadonlySet<string>,
): readonly FindingCheck[] {
  const sentFor = new Map(candidatesOf(everyCheck, known).map((candidate) => [candidate.check, candidate.probes]));
  const isSent = (finder: FindingCheck): boolean =>
    sentFor.get(findingCheckName(finder))?.every((name) => probes.has(name)) === true;
  return [...known.filter((finder) => !isSent(finder)), ...found];
}

/**
 * All checks for which these probes suffice, ordered by when the last probe of each was chosen. Rules about every
 * answer come last.
 */
function checksBy(order: readonly string[]): readonly string[] {
  const chainOf = chainFinder(everyCheck);
  const sentFor = (check: Check): readonly string[] =>
    chainOf(check)
      .flatMap(ownProbesOf)
      .map(({ name }) => name);
  const places = new Map(order.map((name, at) => [name, at]));
  const lastOf = (check: Check): number =>
    check.ofEvery === undefined ? Math.max(...sentFor(check).map((name) => places.get(name) ?? 0)) : order.length;
  return everyCheck
    .filter((check) => sentFor(check).every((name) => places.has(name)))
    .toSorted((a, b) => lastOf(a) - lastOf(b))
    .map(({ id }) => id);
}
