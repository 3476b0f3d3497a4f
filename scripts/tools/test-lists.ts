/**
 * What a run of the tests takes: `quick` is `npm test`, `rest` what that leaves to `npm run test:full`, `full` both, and
 * `deep` is apart: `npm run test:deep`.
 */
export type TestList = 'quick' | 'rest' | 'full' | 'deep';

export const testLists: readonly TestList[] = ['quick', 'rest', 'full', 'deep'];

/**
 * The test files that no landing waits for, the longest first: the same property over many more services, sizes or minutes
 * than a shorter test in one of the other lists has. They are for the night, and for whoever changes what they are about.
 */
export const onlyInDeep: readonly string[] = [
  'scripts/threads/threads.test.ts',
  'scripts/load/right-answers.test.ts',
  'fixtures/variants/variants.test.ts',
  'conformance/http/masking/ordinary-tokens.test.ts',
  'conformance/fuzz/deep-faults.test.ts',
  'scripts/testing/hostile.test.ts',
  'load/runner/under-load.test.ts',
  'conformance/http/masking/echoed.test.ts',
  'scripts/hostile/sample.test.ts',
  'conformance/servers.test.ts',
  'scripts/load/first-token.test.ts',
  'scripts/kubernetes/pods.test.ts',
  'conformance/http/masking/search-work.test.ts',
  'scripts/kills/kills.test.ts',
  'scripts/threads/stuck.test.ts',
  'scripts/quick/deep-quick.test.ts',
  'scripts/mutants/mutants.test.ts',
];

/**
 * The test files that `npm test` leaves out, the longest first; every other one is in it, also one that is new. Of each
 * kind of proof something stays there, within three minutes on two cores: put here what takes more than some ten seconds
 * and proves, for many more cases or at more depth, what a shorter one shows of a few.
 */
export const onlyInFull: readonly string[] = [
  'conformance/variants-that-wait.test.ts',
  'conformance/variants.test.ts',
  'conformance/matrix.test.ts',
  'scripts/commands/given-back.test.ts',
  'scripts/commands/check.test.ts',
  'scripts/ci/action.test.ts',
  'scripts/ci/registry-example.test.ts',
  'scripts/tools/readme.test.ts',
  'scripts/testing/planted-secrets.test.ts',
  'scripts/compare/live.test.ts',
  'conformance/checks/metering/spending/cap-refusal.test.ts',
  'conformance/checks/metering/spending/steady-refusal.test.ts',
  'scripts/certificate/deep.test.ts',
  'scripts/commands/load.test.ts',
  'load/runner/run-hostile.test.ts',
  'load/runner/run-scenarios.test.ts',
  'scripts/load/charges.test.ts',
  'conformance/evidence/judge-again.test.ts',
  'conformance/engine/engine-outages.test.ts',
  'scripts/commands/fuzz.test.ts',
  'scripts/commands/check-resume.test.ts',
  'scripts/commands/token-end.test.ts',
  'scripts/commands/certify.test.ts',
  'scripts/commands/recheck.test.ts',
  'scripts/certificate/status-lists.test.ts',
  'scripts/certificate/policy.test.ts',
  'scripts/commands/usage.test.ts',
  'scripts/commands/check-causes.test.ts',
  'scripts/commands/check-terminal.test.ts',
  'scripts/commands/rerun-failed.test.ts',
  'scripts/load/steps.test.ts',
  'scripts/load/until/until-run.test.ts',
  'scripts/load/live/live-page.test.ts',
  'scripts/load/output.test.ts',
  'scripts/commands/signals.test.ts',
  'scripts/commands/signals-computing.test.ts',
  'scripts/commands/signals-held.test.ts',
  'scripts/commands/storage.test.ts',
  'scripts/load/results/report-load.test.ts',
  'scripts/certificate/certify-load.test.ts',
  'scripts/certificate/timestamps.test.ts',
  'scripts/certificate/forgeries.test.ts',
  'scripts/certificate/forged-stamps.test.ts',
  'scripts/commands/known-failures.test.ts',
  'scripts/ci/examples.test.ts',
  'scripts/commands/compare.test.ts',
  'scripts/commands/discover.test.ts',
  'scripts/commands/second-token.test.ts',
  'scripts/commands/dead-targets.test.ts',
  'scripts/content/load-by-dialect.test.ts',
  'conformance/engine/late-uses.test.ts',
  'conformance/engine/pacing/pace.test.ts',
  'scripts/commands/formats.test.ts',
  'conformance/checks/metering/dead-services.test.ts',
  'scripts/commands/check-time.test.ts',
  'scripts/quick/quick.test.ts',
  'scripts/commands/quick.test.ts',
  'scripts/certificate/report-certificates.test.ts',
  'scripts/history/report-history.test.ts',
  'load/runner/run-audit.test.ts',
  'conformance/http/masking/mask-answer.test.ts',
  'scripts/input/await-target.test.ts',
  'scripts/load/results/judge-samples.test.ts',
  'conformance/evidence/resume/resume.test.ts',
  'load/differences/judge.test.ts',
  'scripts/commands/doctor.test.ts',
  'scripts/results/running-mark.test.ts',
  'scripts/commands/load-sweep.test.ts',
  'load/runner/whose-time.test.ts',
  'conformance/engine/pacing/rate-limits.test.ts',
  'load/runner/run-mixing.test.ts',
  'conformance/engine/credit-budget.test.ts',
  'scripts/input/base-url-kinds.test.ts',
  'scripts/input/ordinary-tokens.test.ts',
  'load/runner/plain-k6.test.ts',
  'load/runner/run-sweep.test.ts',
  'scripts/commands/load-audit.test.ts',
  'conformance/fuzz/inputs/generators.test.ts',
  'load/content/learn-generated.test.ts',
  'scripts/commands/reproduce.test.ts',
  'scripts/commands/verify.test.ts',
  'scripts/results/hostile-journal.test.ts',
  'conformance/http/masking/secrets.test.ts',
  'scripts/kubernetes/load-kubernetes.test.ts',
  'scripts/results/result-folder.test.ts',
  'conformance/http/raw-socket.test.ts',
  'conformance/absences.test.ts',
  'conformance/expectations/audio/read-audio.test.ts',
  'scripts/load/results/report-segments.test.ts',
  'scripts/commands/own-token.test.ts',
  'load/statistics/change-points.test.ts',
  'conformance/hostile-texts.test.ts',
  'scripts/commands/target-suite.test.ts',
  'scripts/certificate/verify-lies.test.ts',
  'scripts/certificate/verify-envelope.test.ts',
  'scripts/history/history-page.test.ts',
  'scripts/results/read-journal.test.ts',
  'conformance/engine/first-contact/first-contact.test.ts',
  'scripts/bench/until-simulated.test.ts',
  'conformance/checks/sessions/foreign-session.test.ts',
  'conformance/checks/speech/voices-apart.test.ts',
  'scripts/commands/check-json.test.ts',
  'scripts/commands/told-waits.test.ts',
  'scripts/commands/load-places.test.ts',
  'conformance/http/masking/spellings.test.ts',
  'load/verdict/marks.test.ts',
  'scripts/certificate/verify-hostile.test.ts',
  'scripts/certificate/later-build.test.ts',
  'scripts/tools/screenshots.test.ts',
  'reports/check/markdown-inert.test.ts',
  'conformance/evidence/stamps/read-stamp.test.ts',
  'reports/history/rendered.test.ts',
  'scripts/commands/compare-several.test.ts',
  'load/compare/releases.test.ts',
  'load/figures/intervals.test.ts',
  'scripts/help.test.ts',
  'reports/html/load/against-load.test.ts',
  'reports/html/load/histogram.test.ts',
  'reports/html/style/paper.test.ts',
  'scripts/hostile/leaks.test.ts',
  'scripts/commands/init.test.ts',
  'scripts/commands/plan.test.ts',
  'scripts/commands/label.test.ts',
  'scripts/output/clock.test.ts',
  'fixtures/faults/under-load/under-load.test.ts',
];

/** What of `npm test` is begun first: begun last, it would keep one processor waiting at the end. */
export const quickLongest: readonly string[] = [
  'scripts/tools/pack.test.ts',
  'conformance/matrix-sample.test.ts',
  'conformance/variants-sample.test.ts',
  'load/runner/run-scenario.test.ts',
];

const target = 'conformance/target.test.ts';

/** The test files of a list, as `vitest.config.ts` asks for them; without one all of them: who names a file gets it. */
export function testFilesOf(list: string | undefined): { include: string[]; exclude: string[] } {
  const every = ['{conformance,fixtures,load,reports,scripts}/**/*.test.ts'];
  if (list === 'rest') return { include: [...onlyInFull], exclude: [target] };
  if (list === 'deep') return { include: [...onlyInDeep], exclude: [target] };
  if (list === undefined) return { include: every, exclude: [target] };
  return { include: every, exclude: [target, ...onlyInDeep, ...(list === 'quick' ? onlyInFull : [])] };
}
