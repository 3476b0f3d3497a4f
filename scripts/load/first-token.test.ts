import { describe, expect, it } from 'vitest';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import type { Layout } from '../../load/content/layouts.testing.ts';
import { timeFirstToken } from './first-token.testing.ts';
import { messageEvent, eightLayouts } from './laid-out.testing.ts';

/** What a busy machine may add, on either side; `npm run bench:first-token` tells what a quiet one does. */
const toleranceMs = 100;

const brief = ['--rate', '10', '--duration', '1s'];

/** White space at once, by which a service could look fast. */
const padded: Layout = {
  says: 'white space, then the reply in the same place',
  eventsOf: (parts) => [
    messageEvent({ text: ' ' }, false),
    messageEvent({ text: '\n\u200b' }, false),
    ...parts.map((text) => messageEvent({ text })),
  ],
};

const cases = [...eightLayouts, padded].map((layout, place) => ({
  layout,
  firstMs: [300, 800, 300, 1_500][place % 4] ?? 300,
}));

describe.skipIf(k6IsMissing)('time to first token, in a layout that nobody told', { timeout: 120_000 }, () => {
  it.each(cases)('%#: $firstMs ms behind what carries no text: $layout.says', async ({ layout, firstMs }) => {
    const { said, content, ttfeP50Ms, ttftP50Ms, trueP50Ms, answered } = await timeFirstToken(layout, firstMs, brief);
    expect(content, said).toBeDefined();
    expect(answered).toBe(10);
    expect(Math.abs((ttftP50Ms ?? 0) - trueP50Ms), said).toBeLessThan(toleranceMs);
    expect(trueP50Ms).toBeGreaterThanOrEqual(firstMs);
    // What came before is no token, however late it was on a busy machine.
    expect((ttftP50Ms ?? 0) - (ttfeP50Ms ?? Infinity)).toBeGreaterThan(firstMs / 2);
  });
});
