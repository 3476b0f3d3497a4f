import { chatFlags } from '../../contract/limits.ts';
import { addCosts, noCost } from '../../model/costs.ts';
import type { Expectation } from '../../model/check.ts';
import type { Probe, Step } from '../../model/probe.ts';
import { callsAt, endsAs, succeedsThroughout, type Script } from './spending/script.ts';
import { judgedTogether } from './spending/judged-together.ts';
import { costOfUses, ofWorkspace } from './spending/uses.ts';

type Judged = { readonly level: 'MUST'; readonly probe: Probe; readonly expect: readonly Expectation[] };

/** Each flag on a workspace of its own, since any of them may be refused: its meaning is not shown (2.2). */
function eachFlag(
  name: string,
  credits: number,
  judge: (script: Script, seen: Parameters<Expectation>[0]) => ReturnType<Expectation>,
): Judged {
  const scripts = chatFlags.map((flag): readonly [string, Script] => [
    flag,
    { workspace: { kind: 'credit-balance', credits }, uses: [`chat with ${flag}`, 'chat'] },
  ]);
  const make: Step = () => ({ make: Object.fromEntries(scripts.map(([flag, { workspace }]) => [flag, workspace])) });
  const ask = [0, 1].map(
    (at): Step =>
      (known) =>
        scripts.flatMap(([flag, script]) => callsAt(script, at, known, flag)),
  );
  const costs = scripts.map(([, { uses }]) => costOfUses(uses)).reduce(addCosts, noCost);
  return {
    level: 'MUST',
    probe: { name, needs: ['provisioner'], anew: true, costs, steps: [make, ...ask] },
    expect: [
      async (seen) =>
        judgedTogether(
          await Promise.all(scripts.map(async ([flag, script]) => judge(script, ofWorkspace(seen, flag)))),
        ),
    ],
  };
}

/** A chat with a flag leaves the credit for another. */
export function flagsCostNothingExtra(): Judged {
  return eachFlag('a chat with each flag, and another', 2, succeedsThroughout);
}

/** A chat with a flag takes the only credit. */
export function flagsAreCharged(): Judged {
  return eachFlag('a chat with each flag, and one too many', 1, (script, seen) => endsAs('uncovered', script, seen));
}
