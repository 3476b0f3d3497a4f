import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { probesByName, workToReproduce } from '../../conformance/engine/run/work-to-reproduce.ts';
import { everyCheck } from '../../conformance/every.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Work } from '../../conformance/model/work.ts';
import { observations } from '../content/observation.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readJournal } from '../results/read-journal.ts';

/** What is sent anew of a run, with its seed, so that generated cases are the same. */
type FailedBefore = { readonly workOf: (checks: readonly Check[]) => Work; readonly seed: number };

/**
 * The checks that failed, were inconclusive or were not judged in that run; of a rule for every answer also what showed that
 * it is broken. Throws a UsageError where there is no run, or where there are none: nothing would be judged, which is no pass.
 */
export function failedIn(folder: string): FailedBefore {
  const path = resolve(folder);
  if (!existsSync(join(path, 'findings.ndjson')))
    throw new UsageError(`--rerun-failed ${path} is not a result folder of assay check: findings.ndjson is not in it`);
  const { header, findings, exchanges } = readJournal(path).journal;
  if (header.command !== 'check')
    throw new UsageError(
      `--rerun-failed ${path} holds a run of assay ${header.command}; --replay sends its inputs again`,
    );
  const byId = new Map(findings.map((finding) => [finding.check, finding]));
  const planned = new Set(header.plan.checks);
  const isOpen = (id: string): boolean => {
    const is = byId.get(id)?.verdict.is;
    return planned.has(id) && is !== 'pass' && is !== 'notApplicable';
  };
  return {
    seed: header.seed,
    workOf: (checks) => {
      const open = checks.filter(({ id }) => isOpen(id));
      if (open.length === 0)
        throw new UsageError(`--rerun-failed ${path}: no selected check failed or was inconclusive there`);
      const known = probesByName({ checks: everyCheck, observations });
      const works = open.map((check) => {
        const finding = byId.get(check.id);
        if (finding === undefined) return { checks: [check], observations: [] };
        return workToReproduce(check, finding, exchanges, known);
      });
      const again = works.flatMap((work) => work.observations);
      return { checks: open, observations: [...new Map(again.map((each) => [each.id, each])).values()] };
    },
  };
}
