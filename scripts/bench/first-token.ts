import { timeFirstToken } from '../load/first-token.testing.ts';
import { eightLayouts } from '../load/laid-out.testing.ts';

/**
 * `npm run bench:first-token`: compares the TTFT p50 of `assay load stream` with the times at which a service wrote the
 * first event with text, in eight layouts that assay has to learn, with events without text at 0 ms. Ends 1 where one
 * is off by more than 2 ms, which is the goal on a quiet machine.
 */
const goalMs = 2;

let missed = 0;
for (const firstMs of [300, 800, 1_500]) {
  for (const layout of eightLayouts) {
    const told = await timeFirstToken(layout, firstMs, ['--rate', '10', '--duration', '3s']);
    const errorMs = (told.ttftP50Ms ?? Number.NaN) - told.trueP50Ms;
    const isMissed = !(Math.abs(errorMs) <= goalMs);
    if (isMissed) missed += 1;
    console.log(
      `${isMissed ? '✗' : '✓'} ${firstMs} ms: TTFT p50 ${told.ttftP50Ms} ms, off by ${errorMs.toFixed(3)} ms; TTFE p50 ${told.ttfeP50Ms} ms; by ${told.content}: ${layout.says}`,
    );
  }
}
process.exitCode = missed === 0 ? 0 : 1;
