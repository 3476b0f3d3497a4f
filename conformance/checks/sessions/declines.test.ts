import { expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgedOn } from '../../judged.testing.ts';
import { question } from '../conversation.ts';

/** A bot that keeps all, and declines what is asked of it behind so many turns of a session. */
const declining = (isDeclined: (message: string, turns: number) => boolean): Behaviour =>
  validExcept({
    replyTo: (message, recalled, bot) =>
      isDeclined(message, recalled.length)
        ? 'I am sorry, but I cannot help with that.'
        : valid.replyTo(message, recalled, bot),
  });

it('asks again where one question of a long message, or the last of twelve turns, was declined', async () => {
  const chosen = checksNamed(
    'sessions.continue/remembers-a-long-message',
    'sessions.continue/remembers-after-ten-turns',
  );
  const bot = declining((message, turns) => message === question && (turns === 1 || turns === 11));
  expect(verdictsIn(await judgedOn(bot, chosen))).toEqual(['pass', 'pass']);
});
