import { afterAll, describe, expect, it, vi } from 'vitest';
import { awaitTarget } from '../scripts/input/await-target.ts';
import { readCa, readSettings } from '../scripts/input/read-settings.ts';
import { selectedWork } from '../scripts/input/work.ts';
import { createEngine } from './engine/engine.ts';
import { firstContact } from './engine/first-contact/first-contact.ts';
import type { Finding } from './model/run.ts';
import { everyLast } from './engine/run-checks.ts';
import { everyCheck as checks, everyClause as clauses } from './every.ts';

/**
 * The same checks as a Vitest suite, for people who want them in their own test run. The settings are those of `assay
 * check`: the environment, ASSAY_TARGET first of all, and assay.yaml.
 */
const settings = await readSettings({});
if (settings.target === undefined) throw new Error('set ASSAY_TARGET to the base URL of the service, without /v1');
await awaitTarget(settings, readCa(settings));

const seed = settings.seed ?? Date.now() % 2 ** 31;
const options = { ...settings, target: settings.target, ca: readCa(settings), seed };
const { signal } = new AbortController();
const { exchanges: first, unanswered } = await firstContact(options, signal);
const engine = createEngine({ ...options, first, unanswered }, checks, () => undefined, signal);
afterAll(async () => {
  const { total, left, because = '' } = await engine.close();
  if (left > 0) console.warn(`${left} of ${total} workspaces not given back to the provisioner: ${because}`);
}, 90_000);

// Else no more tests are under way than Vitest thinks right, whatever the settings say.
vi.setConfig({ maxConcurrency: settings.concurrency + 1 });

/** A silent service costs its time limit twice, and a second time for the liveness check that tells a hang from an outage. */
const longestMs = settings.timeoutMs * 6 + 60_000;
/** So long a run waits for a service that says "not now", and for others that do meanwhile. */
const longestPausesMs = 240_000;

/** A SHOULD that failed fails no test, as it fails no run without `strict`; it passes in words that nobody takes for a pass. */
function isOnlySaid({ level, verdict, check, reproduce }: Finding): boolean {
  if (level !== 'SHOULD' || settings.strict || verdict.is !== 'fail') return false;
  console.warn(`SHOULD failed: ${check}: ${verdict.because}\n${reproduce}`);
  return true;
}

const chosen = new Set(selectedWork(settings).checks);
const held = everyLast(clauses)
  .map((clause) => ({ ...clause, checks: clause.checks.filter((check) => chosen.has(check)) }))
  .filter((clause) => clause.checks.length > 0);

for (const { number, topic, checks: own } of held) {
  describe(`${number} ${topic}`, () => {
    for (const check of own) {
      it.concurrent(
        `${check.level} ${check.id}: ${check.requirement}`,
        async ({ skip, annotate }) => {
          const finding = await engine.judge(check);
          const { verdict, reproduce } = finding;
          if (verdict.is === 'notApplicable') skip(verdict.because);
          if (isOnlySaid(finding)) {
            await annotate(`SHOULD failed: ${'because' in verdict ? verdict.because : ''}`, 'warning');
            return;
          }
          if (verdict.is === 'inconclusive' && check.level === 'SHOULD' && !settings.strict) skip(verdict.because);
          expect(verdict.is, `${'because' in verdict ? verdict.because : ''}\n${reproduce}`).toBe('pass');
        },
        longestMs + longestPausesMs,
      );
    }
  });
}
