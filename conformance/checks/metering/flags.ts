import { chatFlags } from '../../contract/limits.ts';
import { addCosts, noCost } from '../../model/costs.ts';
import type { Expectation } from '../../model/check.ts';
import type { Probe, Step } from '../../model/probe.ts';
import { applyUses, unknownJudgement } from './spending/follow.ts';
import { openLedger } from './spending/ledger.ts';
import { callsAtPlace, judgeLastUse, judgeAllSucceed, type Script } from './spending/script.ts';
import { joinJudgements } from './spending/judged-together.ts';
import { costOfUses, exchangesOfWorkspace, type Use } from './spending/uses.ts';

type CheckParts = { readonly level: 'MUST'; readonly probe: Probe; readonly expect: readonly Expectation[] };

/**
 * A first use for each workspace name, before a chat: each use has a workspace of its own, since any flag may be
 * refused (2.2).
 */
type FirstUses = readonly (readonly [string, Use])[];
type ScriptJudge = (script: Script, seen: Parameters<Expectation>[0]) => ReturnType<Expectation>;

const set: FirstUses = [
  ...chatFlags.map((flag) => [flag, `chat with ${flag}`] as const),
  ['all', 'chat with all flags'],
];
const mistyped: FirstUses = chatFlags.map((flag) => [flag, `chat with another type of ${flag}`]);

/**
 * As many uses of each as there are credits, and a chat beyond them, which is one too many where the uses were
 * accepted.
 */
function eachOf(first: FirstUses, name: string, credits: number, judge: ScriptJudge): CheckParts {
  const scripts = first.map(([flag, use]): readonly [string, Script] => [
    flag,
    { workspace: { kind: 'credit-balance', credits }, uses: [...Array.from({ length: credits }, () => use), 'chat'] },
  ]);
  const make: Step = () => ({ make: Object.fromEntries(scripts.map(([flag, { workspace }]) => [flag, workspace])) });
  const ask = Array.from(
    { length: credits + 1 },
    (_, at): Step =>
      (known) =>
        scripts.flatMap(([flag, script]) => callsAtPlace(script, at, known, flag)),
  );
  const costs = scripts.map(([, { uses }]) => costOfUses(uses)).reduce(addCosts, noCost);
  return {
    level: 'MUST',
    probe: { name, needs: ['provisioner'], again: { is: 'anew' }, costs, steps: [make, ...ask] },
    expect: [
      async (seen) =>
        joinJudgements(
          await Promise.all(scripts.map(async ([flag, script]) => judge(script, exchangesOfWorkspace(seen, flag)))),
        ),
    ],
  };
}

/**
 * Two credits. The second chat with the flag shows what the first was charged, and that one credit covers it, even with
 * a service that checks for one credit and charges two afterwards. The chat behind them shows that the second was
 * charged.
 */
const oneTooMany = 'two chats with each flag, and one too many';

export function flagsCostNothingExtra(): CheckParts {
  return eachOf(set, oneTooMany, 2, ({ workspace, uses }, seen) =>
    judgeAllSucceed({ workspace, uses: uses.slice(0, -1) }, seen.slice(0, -1), uses),
  );
}

export function flagsAreCharged(): CheckParts {
  return eachOf(set, oneTooMany, 2, (script, seen) => judgeLastUse('uncovered', script, seen));
}

/** A chat whose flag is not a boolean may be answered, which takes the only credit, or refused, which leaves it. */
export function mistypedFlagsAreChargedIfAnswered(): CheckParts {
  return eachOf(mistyped, 'a chat with each flag of another type, and another', 1, chargedIfAnswered);
}

/** The first chat may be answered or refused, and its outcome decides what the second must get. */
export const chargedIfAnswered: ScriptJudge = ({ workspace }, seen) => {
  const followed = applyUses(openLedger(workspace), ['bad chat', 'chat'], seen);
  if (followed.is === 'unknown') return unknownJudgement(followed);
  return followed.is === 'disagrees' ? [followed.mismatch] : [];
};
