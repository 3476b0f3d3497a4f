import { addCosts } from '../../../model/costs.ts';
import { nameOf } from '../../../model/calls.ts';
import type { Check, Expectation } from '../../../model/check.ts';
import type { Known, Make, Probe, Step } from '../../../model/probe.ts';
import { callsAt, endsAs, type Script } from './script.ts';
import { proofFor } from './steady-refusal.ts';
import { agreesWith, callsOf, cameOut, mostUsesOf, type Spending } from './throughout.ts';
import { costOfUses, ofWorkspace } from './uses.ts';

type Judged = Pick<Check, 'level' | 'probe' | 'expect'>;

type InARow<Name extends string> = {
  /** Whether the whole row came out as the ledger says. */
  readonly row: Judged;
  /** Whether the last use of this script was covered: as the row says, or by itself. */
  readonly each: (name: Name) => Judged;
};

const rowName = 'row';

/**
 * Uses that cost nothing, each as good as any other on the way through one workspace: where its balance comes out, none
 * of them was charged. Where it does not, each has a fresh workspace of its own, so that it is known which: a right
 * service is asked a third of what they all take apart.
 */
export function inARow<Name extends string>(row: Spending, alone: Readonly<Record<Name, Script>>): InARow<Name> {
  const scripts: readonly (readonly [string, Script])[] = Object.entries<Script>(alone);
  const isClear = ({ seen }: Pick<Known, 'seen'>): boolean => cameOut(row, ofWorkspace(seen, rowName));
  const makeRow: Step = () => ({ make: { [rowName]: row.workspace } });
  const askRow: Step = (known) => callsOf(row, known, rowName);
  const makeEach: Step = (known): Make => ({
    make: isClear(known) ? {} : Object.fromEntries(scripts.map(([name, { workspace }]) => [name, workspace])),
  });
  const askEach =
    (at: number): Step =>
    (known) =>
      isClear(known) ? [] : scripts.flatMap(([name, script]) => callsAt(script, at, known, name));
  const uses = mostUsesOf(row);
  const longest = Math.max(...scripts.map(([, script]) => script.uses.length));
  const probe: Probe = {
    name: nameOf('in a row', row, Object.keys(alone)),
    needs: ['provisioner', 'bot'],
    anew: true,
    costs: scripts.map(([, script]) => costOfUses(script.uses)).reduce(addCosts, costOfUses(uses)),
    steps: [makeRow, ...uses.map(() => askRow), makeEach, ...Array.from({ length: longest }, (_, at) => askEach(at))],
    ...proofFor(uses, row.workspace),
  };
  const ofRow: Expectation = (seen) => agreesWith(row, ofWorkspace(seen, rowName));
  const ofEach =
    (name: Name): Expectation =>
    (seen) =>
      isClear({ seen }) ? [] : endsAs('covered', alone[name], ofWorkspace(seen, name));
  return {
    row: { level: 'MUST', probe, expect: [ofRow] },
    each: (name) => ({ level: 'MUST', probe, expect: [ofEach(name)] }),
  };
}
