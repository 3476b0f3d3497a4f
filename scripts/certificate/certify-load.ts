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

/** A load run that a certificate may include: of the same target, complete, audited, and with a valid instrument. */
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

/** Files that every run of `load` leaves, besides its environment; runs on a cluster list their generators instead. */
const needed = [loadFile.load, loadFile.requests, loadFile.instrument];

/** The part of a load run that a certificate states; the rest is in its files. */
export function loadClaim(load: Load): NonNullable<Claims['load']> {
  const { scenario, startedAt } = load;
  const bounds = typedBounds(load);
  return { scenario, startedAt, ...(bounds === undefined ? {} : { bounds }) };
}

/** Why the figures may not be published; undefined where nothing indicates that they are flattered. */
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

/** The load of a folder from somebody else, recomputed from its records; undefined where the records cannot be read. */
export async function loadAgain(path: string): Promise<Load | undefined> {
  try {
    return await loadIn(path);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** True for a complete measurement of that target by a valid instrument, with replies that raise no objection. */
export function isFit(load: Load, target: string): boolean {
  const { target: of, complete, validity, marksVerdict } = load;
  const isWhole = complete && tellsMachine(load);
  return of === target && isWhole && validity?.is === 'valid' && marksVerdict === undefined;
}

/** The pods of a cluster send no environment: for them, load.json describes each generator. */
function tellsMachine({ environment, generators }: Load): boolean {
  return environment !== undefined || generators !== undefined;
}
