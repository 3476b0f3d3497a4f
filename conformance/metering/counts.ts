import { addCosts, noCost } from '../core/budget.ts';
import { nameOf } from '../core/calls.ts';
import type { Expectation, Mismatch, Seen } from '../core/check.ts';
import type { Known, Probe, Step, Workspace } from '../core/probe.ts';
import { followAll } from './follow.ts';
import { openLedger } from './ledger.ts';
import { callsAt, type Script } from './script.ts';
import { proofFor } from './steady-refusal.ts';
import { costOfUses, ofWorkspace, workspaceNameOf, type Use } from './uses.ts';

/** What covers a number of uses, which are taken in turn. Of the numbers one is drawn, the least and the most included. */
export type Counter = {
  readonly covering: (count: number) => Workspace;
  readonly uses: readonly Use[];
  readonly drawn: readonly [least: number, most: number];
};

/** 0 and 1 are the matter of other checks: a counter that is a flag, or looked at once, is right for these. */
const fixed = 2;

type Judged = { readonly level: 'MUST'; readonly probe: Probe; readonly expect: readonly Expectation[] };

/** As many uses succeed as are covered, and the next is refused: with 2, and with a number drawn from the run's seed. */
export function counted(counter: Counter): Judged {
  const [least, most] = counter.drawn;
  const make: Step = (known) => ({
    make: Object.fromEntries(
      [fixed, drawnNumber(known, least, most)].map((count) => [nameFor(count), counter.covering(count)]),
    ),
  });
  const ask = Array.from(
    { length: most + 1 },
    (_, at): Step =>
      (known) =>
        Object.keys(known.bots).flatMap((name) => callsAt(scriptOf(counter, countIn(name)), at, known, name)),
  );
  return {
    level: 'MUST',
    probe: {
      name: nameOf('as many as', counter.covering(fixed), counter.uses, counter.drawn),
      needs: ['provisioner'],
      costs: [fixed, most].map((count) => costOfUses(scriptOf(counter, count).uses)).reduce(addCosts, noCost),
      steps: [make, ...ask],
      ...proofFor(counter.uses),
    },
    expect: [(seen) => countsRight(counter, seen)],
  };
}

/** The number stands in the name of the workspace, so that a stored run is judged as it was. */
const nameFor = (count: number): string => `of_${count}`;
const countIn = (name: string): number => Number(/^of_(\d+)$/.exec(name)?.[1]);

function drawnNumber({ nonce }: Known, least: number, most: number): number {
  const sum = [...nonce('number')].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return least + (sum % (most - least + 1));
}

/** All that are covered, and one more. */
function scriptOf({ covering, uses }: Counter, count: number): Script {
  const all = Array.from({ length: count + 1 }, (_, at) => uses[at % uses.length] ?? 'chat');
  return { workspace: covering(count), uses: all };
}

function countsRight(counter: Counter, seen: Seen): ReturnType<Expectation> {
  const names = [...new Set(seen.map(workspaceNameOf))].filter((name) => name !== undefined);
  const mismatches: Mismatch[] = [];
  for (const name of names) {
    const { workspace, uses } = scriptOf(counter, countIn(name));
    const own = ofWorkspace(seen, name);
    const followed = followAll(openLedger(workspace), uses, own);
    if (followed.is === 'unknown') return { unjudged: followed.because };
    if (followed.is === 'disagrees') {
      const aspect = `${followed.mismatch.aspect}, where ${countIn(name)} are covered`;
      mismatches.push({ ...followed.mismatch, aspect });
    } else if (own.length < uses.length) return { unjudged: 'not every use was sent' };
  }
  return mismatches.length === 0 && names.length < 2 ? { unjudged: 'not every use was sent' } : mismatches;
}
