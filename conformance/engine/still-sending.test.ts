import { describe, expect, it } from 'vitest';
import { validExcept } from '../../fixtures/index.ts';
import { expectSameVerdicts, recordRun, type Told } from '../evidence/recorded.testing.ts';
import { checksNamed, verdictsIn } from '../judged-at.testing.ts';

const [isUtf8, acceptsLeast] = ['chat.reply/is-utf8', 'chat.request/accepts-least'];

/**
 * Judges a service whose whole chats come after a minute, and whose streams send so many events one after the other
 * from the beginning.
 */
async function judged(events: number, timeoutMs = 400): Promise<Told> {
  const valid = validExcept();
  const behaviour = validExcept({
    delayMsFor: (operation, askedMs) => askedMs + (operation === 'chat' ? 60_000 : 0),
    piecesOf: (text) => valid.piecesOf(text, events),
    dueTimes: (count) => Array.from({ length: count }, (_, at) => at * 20),
  });
  return recordRun(behaviour, checksNamed(isUtf8, acceptsLeast), { bot: 'support', timeoutMs });
}

describe.concurrent('a whole chat that is silent at the time limit', () => {
  it('is slow where the stream of the same message is still being sent then', { timeout: 60_000 }, async () => {
    const told = await judged(3_000);
    for (const verdict of verdictsIn(told.findings))
      expect(verdict).toMatch(
        /^inconclusive: could not be judged: no whole reply came, and a stream of the same message was still sending after [\d.]+ m?s; --timeout \d+s gives it more time$/,
      );
    for (const { exchanges } of told.findings)
      expect(exchanges.filter((id) => id.startsWith('stream instead of a silent chat'))).toHaveLength(1);
    await expectSameVerdicts(told);
  });
  it('fails where the stream of the same message comes to its end', { timeout: 60_000 }, async () => {
    const told = await judged(3);
    for (const verdict of verdictsIn(told.findings)) expect(verdict).toMatch(/^fail: .*no response header within/);
    await expectSameVerdicts(told);
  });
});
