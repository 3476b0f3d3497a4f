import { nameOf } from '../../model/calls.ts';
import type { Expectation } from '../../model/check.ts';
import type { Probe, Step, Workspace } from '../../model/probe.ts';
import { callsAt, endsAs, type Script } from './spending/script.ts';
import { ofWorkspace } from './spending/uses.ts';

type Judged = { readonly level: 'MUST'; readonly probe: Probe; readonly expect: readonly Expectation[] };

/** A chat of the poor workspace is refused though the rich one beside it could pay, and the rich one still can. */
export function eachPaysForItself(poor: Workspace, rich: Workspace): Judged {
  const scripts: Readonly<Record<string, Script>> = {
    poor: { workspace: poor, uses: ['chat'] },
    rich: { workspace: rich, uses: ['chat'] },
  };
  const make: Step = () => ({ make: { poor, rich } });
  const ask = Object.entries(scripts).map(
    ([name, script]): Step =>
      (known) =>
        callsAt(script, 0, known, name),
  );
  const probe: Probe = {
    name: nameOf('neighbours', poor, rich),
    needs: ['provisioner'],
    anew: true,
    costs: { chats: 2, speeches: 0 },
    steps: [make, ...ask],
  };
  const ends = (wanted: 'covered' | 'uncovered', name: 'poor' | 'rich'): Expectation => {
    const script = scripts[name];
    return (seen) => (script === undefined ? [] : endsAs(wanted, script, ofWorkspace(seen, name)));
  };
  return { level: 'MUST', probe, expect: [ends('uncovered', 'poor'), ends('covered', 'rich')] };
}
