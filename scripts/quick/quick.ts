import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { everyCheck } from '../../conformance/every.ts';
import { wholeRunOn } from '../../conformance/judged.testing.ts';
import { chainFinder, ownProbesOf } from '../../conformance/model/chain.ts';
import type { Check } from '../../conformance/model/check.ts';
import { selected } from '../../conformance/model/select.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import { knownMistakes } from '../content/known-mistakes.ts';
import { harmless, matrixBaseIds, matrixBehaviour, type MatrixBaseId } from '../matrix/bases.ts';
import { budget } from './budget.ts';
import { chosenWithin } from './choose.ts';
import { quickFile, quickText } from './file.ts';
import { candidatesOf, foundByChecks, usesIn } from './known.ts';

/**
 * `npm run quick`: chooses the checks of `--profile quick`, measures how many of the known mistakes they find, and writes
 * both into `conformance/model/quick-checks.ts`. `-- --measure BASE [--every N]` writes nothing: it measures what that file
 * finds, of every Nth known mistake, on a base of the matrix.
 */
const { values } = parseArgs({ options: { measure: { type: 'string' }, every: { type: 'string', default: '1' } } });

const mistakes = knownMistakes().map(({ fault }) => fault as FaultId);

/** Most of a run with a mistake is spent in waiting for what hangs or is slow on purpose. */
const atOnce = 4;

if (values.measure === undefined) await choose();
else {
  const base = matrixBaseIds.find((id) => id === values.measure);
  if (base === undefined) throw new Error(`--measure is one of ${matrixBaseIds.join(', ')}`);
  const asked = mistakes.filter((_, at) => at % Number(values.every) === 0);
  const visible = asked.filter((fault) => harmless[base]?.[fault] === undefined);
  const found = await foundOn(base, selected(everyCheck, { only: [], profile: 'quick' }), visible);
  console.log(`on ${base} the profile quick finds ${found.size} of ${visible.length} known mistakes`);
}

async function choose(): Promise<void> {
  const { exchanges } = await wholeRunOn(matrixBehaviour('valid'), everyCheck);
  const known = { uses: usesIn(exchanges), foundBy: foundByChecks(everyCheck, knownMistakes()) };
  const { probes, used, found } = chosenWithin(budget, { ...known, candidates: candidatesOf(everyCheck) });
  const chainOf = chainFinder(everyCheck);
  const sentFor = (check: Check): readonly string[] =>
    chainOf(check)
      .flatMap(ownProbesOf)
      .map(({ name }) => name);
  const places = new Map([...probes].map((name, at) => [name, at]));
  /** When the last of its probes was chosen. Rules for every answer come last: they judge what others sent. */
  const lastOf = (check: Check): number =>
    check.ofEvery === undefined ? Math.max(...sentFor(check).map((name) => places.get(name) ?? 0)) : probes.size;
  const chosen = everyCheck
    .filter((check) => sentFor(check).every((name) => probes.has(name)))
    .toSorted((a, b) => lastOf(a) - lastOf(b));
  console.log(`${chosen.length} checks, ${used.requests} requests and ${used.credits} credits`);
  // What a check finds by what it sends it finds in every run; what rules for every answer find is measured.
  const shown = await foundOn(
    'valid',
    chosen,
    mistakes.filter((fault) => !found.has(fault)),
  );
  const finds = found.size + shown.size;
  const ids = chosen.map(({ id }) => id);
  writeFileSync(quickFile, quickText(ids, finds, mistakes.length));
  console.log(`${quickFile}: they find ${finds} of ${mistakes.length} known mistakes, ${found.size} by what they send`);
}

/** Which of these mistakes the checks find on a base. */
async function foundOn(
  base: MatrixBaseId,
  checks: readonly Check[],
  faults: readonly FaultId[],
): Promise<ReadonlySet<FaultId>> {
  const found = new Set<FaultId>();
  const left = faults.values();
  const work = async (): Promise<void> => {
    for (const fault of left) {
      const { findings } = await wholeRunOn(matrixBehaviour(base, fault), checks);
      if (findings.some(({ verdict }) => verdict.is === 'fail')) found.add(fault);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}
