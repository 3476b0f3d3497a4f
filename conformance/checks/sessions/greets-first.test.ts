import { expect, it } from 'vitest';
import { faults, validExcept, variants, type FaultId } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

/**
 * Faults that lose a session or what was told in it, each with the check that shows it. No checks of streams: a stream
 * that only greets contains no word to read.
 */
const losing: readonly (readonly [fault: FaultId, check: string])[] = [
  ['session-forgotten-after-second-turn', 'remembers-in-every-turn'],
  ['session-keeps-its-first-turns-only', 'remembers-later-turns'],
  ['session-without-streamed-turns', 'remembers-what-a-stream-was-told'],
  ['session-ended-by-a-refused-turn', 'remembers-after-refused-turns'],
  ['session-of-stream-begins-anew', 'remembers-what-began-in-a-stream'],
  ['session-lost-after-ten-turns', 'remembers-after-ten-turns'],
  ['session-forgets-long-messages', 'remembers-a-long-message'],
  ['session-bound-to-its-client', 'continues-for-another-client'],
];

it.each(losing)('sees %s by %s, also where the bot greets first', async (fault, check) => {
  const service = validExcept(variants['greets-first'].change, faults[fault].change);
  const [verdict] = verdictsIn(await judgeService(service, checksNamed(`sessions.continue/${check}`)));
  expect(verdict).toMatch(/^fail/);
});
