import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateFile, evidenceFiles, openedFile } from '../../conformance/evidence/bundle.ts';
import { signEnvelope } from '../../conformance/evidence/dsse.ts';
import type { SelfTest } from '../../conformance/evidence/self-test.ts';
import { statementFor, validityOf } from '../../conformance/evidence/statement.ts';
import { everyCheck } from '../../conformance/every.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import type { Run } from '../../conformance/model/run.ts';
import { requirementSetOf } from '../package/requirement-sets.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { privateKeyIn, type KeyFiles } from './certificates.testing.ts';
import { digestOf } from './read-bundle.ts';

type ForgedBundle = {
  readonly profile: string;
  readonly challenge?: string;
  /** What was timestamped before the run, and the timestamp. */
  readonly opening?: string;
  readonly opened?: Uint8Array;
};

/**
 * Writes a bundle as a forger makes it who has run only `check`: the exchanges are genuine, and the self-test is
 * invented.
 */
export async function forgeBundle(
  results: string,
  keys: KeyFiles,
  { profile, challenge, opening, opened }: ForgedBundle,
): Promise<string> {
  const bundle = join(emptyFolder(), 'bundle');
  mkdirSync(bundle);
  const run = JSON.parse(readFileSync(join(results, 'run.json'), 'utf8')) as Run;
  const selfTest = inventedFor(profile, run);
  for (const name of evidenceFiles.filter((each) => each !== 'self-test.json')) {
    // A run that made no workspace has no journal entries.
    if (existsSync(join(results, name))) copyFileSync(join(results, name), join(bundle, name));
    else writeFileSync(join(bundle, name), '');
  }
  writeFileSync(join(bundle, 'self-test.json'), `${JSON.stringify(selfTest, null, 2)}\n`);
  if (opened !== undefined) writeFileSync(join(bundle, openedFile), opened);
  const named = [...evidenceFiles, ...(opened === undefined ? [] : [openedFile])];
  const files = await Promise.all(named.toSorted().map((name) => digestOf(bundle, name)));
  const validity = validityOf(run, new Date(), 90);
  const { set, sha256 } = requirementSetOf(run.tool.version);
  const requirements = { release: set.release, sha256 };
  const statement = statementFor({ run, profile, requirements, files, selfTest, validity, opening, challenge });
  writeFileSync(
    join(bundle, certificateFile),
    signEnvelope(Buffer.from(JSON.stringify(statement)), privateKeyIn(keys)),
  );
  return bundle;
}

/** An invented self-test that claims to have found every fault. */
function inventedFor(profile: string, { tool, startedAt, endedAt }: Run): SelfTest {
  const byFault = Map.groupBy(selectChecks(everyCheck, { only: [], profile }), ({ fault }) => fault);
  const faults = [...byFault].map(([fault, naming]) => ({ fault, foundBy: naming.map(({ id }) => id), missedBy: [] }));
  return { schema: 'assay.self-test/1', tool, startedAt, endedAt, accusations: [], faults };
}
