import { join } from 'node:path';
import type { Problem } from '../../conformance/evidence/problem.ts';
import type { Claims, Statement } from '../../conformance/evidence/statement.ts';
import type { Load } from '../../load/verdict/load.ts';
import { version } from '../package/version.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readText } from '../reading/read-text.ts';
import { auditFlaw, isFit, loadAgain, loadClaim } from './certify-load.ts';
import { withinReadBounds } from './within-read-bounds.ts';

/** Computes the figures of load.json anew from the records, and compares them with what the certificate claims. */
export async function loadProblems(path: string, { subject, predicate }: Statement): Promise<readonly Problem[]> {
  const { load, tool } = predicate.assay;
  const hasLoad = subject.some(({ name }) => name === 'load.json');
  if (hasLoad !== (load !== undefined))
    return [{ code: 1, says: 'its claims about a load run do not match its contents' }];
  if (load === undefined) return [];
  const again = await loadAgain(path);
  const stored = withinReadBounds(path, () => readText({ path: join(path, 'load.json') }, fileBounds.jsonBytes));
  if (typeof stored !== 'string') return [stored];
  const isSame = again !== undefined && `${JSON.stringify(again, null, 2)}\n` === stored;
  const says = isSame ? claimFlaw(predicate.assay, load, again) : 'load.json does not follow from its records';
  return says === undefined ? [] : [{ code: tool.version === version ? 1 : 2, says }];
}

/** How a claim about a load run differs from the run; undefined where it does not. */
function claimFlaw({ target, validity }: Claims, claim: NonNullable<Claims['load']>, again: Load): string | undefined {
  if (!isFit(again, target)) return `its load run is no whole, valid measurement of ${target}`;
  const flaw = auditFlaw(again);
  if (flaw !== undefined) return `its load run ${flaw}`;
  if (again.startedAt > validity.notBefore)
    return `its load run began at ${again.startedAt}, and it was certified before that, at ${validity.notBefore}`;
  const wanted = loadClaim(again);
  if (JSON.stringify(wanted) === JSON.stringify(claim)) return undefined;
  if (wanted.bounds !== undefined && claim.bounds === undefined)
    return `it does not say what came of the bounds of its load run: ${again.settings.slo ?? ''}`;
  const names = ['scenario', 'startedAt', 'bounds'] as const;
  const other = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(claim[name]));
  return `it says otherwise of its load run than load.json: ${other.join(', ') || 'the order of its fields'}`;
}
