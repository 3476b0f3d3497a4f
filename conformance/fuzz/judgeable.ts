import type { Engine } from '../engine/engine.ts';
import type { Check } from '../model/check.ts';
import { missingCredential, type Credentials } from '../model/credentials.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/run.ts';
import { plainFinding } from './found.ts';
import type { Property } from './property.ts';

/** Properties that can be judged, the exchanges of their controls, and findings for the others. */
type Judgeable = {
  readonly ready: readonly Property[];
  readonly unready: readonly Finding[];
  readonly controls: ReadonlyMap<string, readonly Exchange[]>;
};

type Controls = { readonly engine: Engine; readonly checks: readonly Check[]; readonly asked: readonly Exchange[] };

/** `checks` has the controls; the engine adds their exchanges to `asked` while it judges them. */
export async function judgeable(
  all: readonly Property[],
  target: Credentials,
  { engine, checks, asked }: Controls,
): Promise<Judgeable> {
  const unready: Finding[] = [];
  const controls = new Map<string, readonly Exchange[]>();
  for (const property of all) {
    if (target.unanswered !== undefined) {
      // Before anything else that may be missing: a dead target is inconclusive (exit code 2), never not applicable.
      unready.push(plainFinding(property, { is: 'inconclusive', ...target.unanswered }));
      continue;
    }
    if (target.tokenFlaw !== undefined && property.needs.includes('token')) {
      unready.push(plainFinding(property, { is: 'inconclusive', ...target.tokenFlaw }));
      continue;
    }
    const lacking = missingCredential(property.needs, target);
    if (lacking !== undefined) {
      unready.push(plainFinding(property, { is: 'notApplicable', ...lacking }));
      continue;
    }
    const control = checks.find(({ id }) => id === property.control);
    if (control === undefined) continue;
    const { verdict, exchanges } = await engine.judge(control);
    if (verdict.is === 'pass') {
      const ids = new Set(exchanges);
      controls.set(
        property.id,
        asked.filter(({ id }) => ids.has(id)),
      );
      continue;
    }
    const because = `its control ${control.id} did not pass, so a refusal proves nothing: ${verdict.because}`;
    const about = { is: 'control', check: control.id } as const;
    unready.push(plainFinding(property, { is: 'inconclusive', because, about }));
  }
  const out = new Set(unready.map(({ check }) => check));
  return { ready: all.filter(({ id }) => !out.has(id)), unready, controls };
}
