import { expect, it } from 'vitest';
import { faults, valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgedOn } from '../../judged.testing.ts';
import { question } from '../conversation.ts';

/** A bot that keeps all, and declines what is asked of it behind so many turns of a session. */
const declining = (isDeclined: (message: string, recalled: readonly string[]) => boolean): Behaviour =>
  validExcept({
    replyTo: (message, recalled, bot) =>
      isDeclined(message, recalled)
        ? 'I am sorry, but I cannot help with that.'
        : valid.replyTo(message, recalled, bot),
  });

it('asks again where one question of a long message, or the last of twelve turns, was declined', async () => {
  const chosen = checksNamed(
    'sessions.continue/remembers-a-long-message',
    'sessions.continue/remembers-after-ten-turns',
  );
  const bot = declining((message, { length }) => message === question && [1, 11].includes(length));
  expect(verdictsIn(await judgedOn(bot, chosen))).toEqual(['pass', 'pass']);
});

const afterRefused = checksNamed('sessions.continue/remembers-after-refused-turns');
const isQuestion = (message: string): boolean => message.includes('Which word');
/** Where a session got one word, and then questions only: which of its turns. */
const decliningTurns = (...turns: readonly number[]): Behaviour =>
  declining(
    (message, recalled) =>
      isQuestion(message) && recalled.slice(1).every(isQuestion) && turns.includes(recalled.length),
  );

/** Else the conversation that is metered shows all of it. */
const withoutProvisioner = { provisioner: undefined };

it('takes a bot that declines three questions in a row, and then answers one', async () => {
  const findings = await judgedOn(decliningTurns(1, 2, 3), afterRefused, withoutProvisioner);
  expect(verdictsIn(findings)).toEqual(['pass']);
});

it('does not accuse a bot that declines three questions in a row, and one that needs no memory', async () => {
  const [verdict] = verdictsIn(await judgedOn(decliningTurns(1, 2, 3, 4), afterRefused, withoutProvisioner));
  expect(verdict).toMatch(
    /^inconclusive: the bot did not say its word when it was asked, nor a word that stands in the question itself/,
  );
});

it('sees a service that forgets, and whose bot answers each question that needs no memory', async () => {
  const forgetful = validExcept(faults['session-ended-by-a-refused-turn'].change);
  expect(verdictsIn(await judgedOn(forgetful, afterRefused, withoutProvisioner))[0]).toMatch(/^fail/);
  expect(verdictsIn(await judgedOn(forgetful, afterRefused))[0]).toMatch(/^fail/);
});

it('takes a bot that declines its questions in chats and in streams, and none of those that need no memory', async () => {
  const bot = declining((message, { length }) => message === question && length !== 4);
  const through = checksNamed('sessions.continue/remembers-in-a-stream');
  expect(verdictsIn(await judgedOn(bot, through))).toEqual(['pass']);
});

it('takes a bot that declines three questions of another client, and answers it one that needs no memory', async () => {
  const elsewhere = checksNamed('sessions.continue/continues-for-another-client');
  const bot = declining((message, { length }) => message === question && length < 4);
  expect(verdictsIn(await judgedOn(bot, elsewhere))).toEqual(['pass']);
});
