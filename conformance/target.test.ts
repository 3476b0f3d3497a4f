import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from './core/engine.ts';
import { settingsFrom } from './core/settings/settings.ts';
import { everyCheck as checks, everyClause as clauses } from './every.ts';

/** The same checks as a Vitest suite, for people who want them in their own test run: ASSAY_TARGET says of what. */
const outcome = settingsFrom({}, process.env, {});
if (outcome.is === 'invalid') throw new Error(outcome.errors.join('\n'));
const { settings } = outcome;
if (settings.target === undefined) throw new Error('set ASSAY_TARGET to the base URL of the service, without /v1');

const options = { ...settings, target: settings.target, seed: settings.seed ?? Date.now() % 2 ** 31 };
const engine = createEngine(options, checks, () => undefined, new AbortController().signal);
afterAll(() => engine.close());

/** A silent service costs its time limit twice, and a second time for the fence that tells a hang from an outage. */
const longestMs = settings.timeoutMs * 6 + 60_000;

for (const { number, topic, checks: held } of clauses) {
  describe(`${number} ${topic}`, () => {
    for (const check of held) {
      it.concurrent(
        `${check.level} ${check.id}: ${check.says}`,
        async ({ skip }) => {
          const { verdict, reproduce } = await engine.judge(check);
          if (verdict.is === 'notApplicable') skip(verdict.because);
          if (verdict.is !== 'pass' && check.level === 'SHOULD' && !settings.strict) skip(verdict.because);
          expect(verdict.is, `${'because' in verdict ? verdict.because : ''}\n${reproduce}`).toBe('pass');
        },
        longestMs,
      );
    }
  });
}
