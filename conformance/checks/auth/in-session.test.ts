import { describe, expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { wordQuestion } from '../conversation.ts';

const ofRefusedTurns = checksNamed('auth.body/refused-chat-is-no-turn', 'auth.body/refused-stream-is-no-turn');

/** A bot whose replies to the question are changed by `otherwise`, the first `times` times in a session. */
const saying = (times: number, otherwise: (reply: string) => string): Behaviour =>
  validExcept({
    replyTo: (message, recalled, bot) => {
      const reply = valid.replyTo(message, recalled, bot);
      return message === wordQuestion && recalled.length <= times ? otherwise(reply) : reply;
    },
  });

const misspelled = (reply: string): string => reply.replaceAll(/zq\w{10}/g, (word) => word.slice(0, 6) + word.slice(7));

describe.concurrent('what nobody added to a session', () => {
  it('is seen by a bot that misspells its word three times', async () => {
    expect(verdictsIn(await judgeService(saying(3, misspelled), ofRefusedTurns))).toEqual(['pass', 'pass']);
  });
  it('is not seen by one that misspells it each time', async () => {
    for (const verdict of verdictsIn(await judgeService(saying(9, misspelled), ofRefusedTurns)))
      expect(verdict).toMatch(/^inconclusive: the bot misspells what it was told/);
  });
  it('is seen by a bot that declines twice, which is asked no more often', async () => {
    expect(
      verdictsIn(
        await judgeService(
          saying(2, () => 'No.'),
          ofRefusedTurns,
        ),
      ),
    ).toEqual(['pass', 'pass']);
    for (const verdict of verdictsIn(
      await judgeService(
        saying(3, () => 'No.'),
        ofRefusedTurns,
      ),
    ))
      expect(verdict).toMatch(/^inconclusive: the bot showed no memory/);
  });
});
