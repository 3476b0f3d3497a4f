import { ensureK6 } from './ensure-k6.ts';

/** The k6 that tests run, from the user's cache: built by the first test that ever asked for it. */
const ensured = await ensureK6({ env: process.env }, ({ because }) => console.warn(`assay's tests: ${because}`));

/** Without Go a suite that needs k6 is skipped by `describe.skipIf(k6IsMissing)`, and the reason is printed. */
export const k6IsMissing = ensured.is === 'noGo';
if (ensured.is === 'noGo') console.warn(`SKIPPED, as k6 cannot be built: ${ensured.because}`);

/** A build that fails is a failure of the test, not a reason to skip it. */
export function k6ForTests(): string {
  if (ensured.is !== 'ready') throw new Error(ensured.because);
  return ensured.path;
}
