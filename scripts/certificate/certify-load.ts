import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadFile } from '../../conformance/evidence/bundle.ts';
import type { Claims } from '../../conformance/evidence/statement.ts';
import { typedBounds } from '../../load/verdict/typed-bounds.ts';
import type { Load } from '../../load/verdict/load.ts';
import { auditLines } from '../../reports/load/audit-words.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readText } from '../reading/read-text.ts';
import { loadIn } from '../load/results/load-in.ts';
import { UsageError } from '../errors/usage-error.ts';

/** A load run that a certificate may carry: of the same target, whole, audited, and with an instrument that can be believed. */
export async function certifiableLoad(
  folder: string,
  target: string | undefined,
): Promise<{ readonly path: string; readonly claim: NonNullable<Claims['load']> }> {
  const path = resolve(folder);
  const refused = (because: string): UsageError => new UsageError(`--load ${folder} ${because}`);
  if (target === undefined) throw refused('needs a --target: the embedded service is another one in each run');
  const isMerged = existsSync(join(path, loadFile.generators));
  const missing = [...needed, ...(isMerged ? [] : [loadFile.environment])].find(
    (name) => !existsSync(join(path, name)),
  );
  if (missing !== undefined) throw refused(`is not a folder of a load run: there is no ${missing} in it`);
  const load = await loadIn(path);
  if (target !== undefined && load.target !== target)
    throw refused(`is a run against ${load.target}, and not ${target}`);
  if (load.marksVerdict !== undefined) throw refused(`has replies that may be wrong: ${load.marksVerdict.says}`);
  if (!isFit(load, target)) throw refused(`is an invalid or incomplete measurement${reasonsIn(load)}`);
  if (load.startedAt > new Date().toISOString()) throw refused(`began at ${load.startedAt}, which is yet to come`);
  const flaw = auditFlaw(load);
  if (flaw !== undefined) throw refused(flaw);
  if (`${JSON.stringify(load, null, 2)}\n` !== readText({ path: join(path, 'load.json') }, fileBounds.jsonBytes))
    throw refused('does not match its records; npx assay report writes it again');
  return { path, claim: loadClaim(load) };
}

function reasonsIn(load: Load): string {
  const { validity, complete } = load;
  const reasons = [
    ...(validity?.is === 'invalid' ? validity.reasons.map(({ because }) => because) : []),
    ...(complete ? [] : ['not all of its requests are there']),
    ...(tellsMachine(load) ? [] : ['environment.json cannot be read, so that it is not known what measured']),
  ];
  return reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
}

/** What every run of `load` leaves, besides its environment: those of a cluster have their generators instead. */
const needed = [loadFile.load, loadFile.requests, loadFile.instrument];

/** What a certificate says of a load run; the rest is in its files. */
export function loadClaim(load: Load): NonNullable<Claims['load']> {
  const { scenario, startedAt } = load;
  const bounds = typedBounds(load);
  return { scenario, startedAt, ...(bounds === undefined ? {} : { bounds }) };
}

/** Why figures may not be published; undefined where nothing was found that flatters them. */
export function auditFlaw({ audit, validity }: Load): string | undefined {
  if (audit === undefined)
    return 'was not audited: a cache, or a service that recognises a test, may improve its figures; run load again with --audit';
  const is = validity?.is === 'valid' ? audit.is : 'undecided';
  if (is === 'same') return undefined;
  const found = auditLines(audit).join('; ');
  return is === 'differs'
    ? `has figures that its audit contradicts: ${found}`
    : `has an undecided audit: ${found}; run load --audit again, for longer or at a higher rate`;
}

/** The load of a folder of somebody else's, as its records have it; undefined where they are no records. */
export async function loadAgain(path: string): Promise<Load | undefined> {
  try {
    return await loadIn(path);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** A whole measurement of that target by an instrument that can be believed, of replies that nothing speaks against. */
export function isFit(load: Load, target: string): boolean {
  const { target: of, complete, validity, marksVerdict } = load;
  const isWhole = complete && tellsMachine(load);
  return of === target && isWhole && validity?.is === 'valid' && marksVerdict === undefined;
}

/** Pods of a cluster send no environment: of these, load.json tells each generator. */
function tellsMachine({ environment, generators }: Load): boolean {
  return environment !== undefined || generators !== undefined;
}
