import { expect, it } from 'vitest';
import { faults, valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { wordQuestion } from '../conversation.ts';

/** A bot that remembers everything, and declines the messages that `isDeclined` selects. */
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
  const bot = declining((message, { length }) => message === wordQuestion && [1, 11].includes(length));
  expect(verdictsIn(await judgeService(bot, chosen))).toEqual(['pass', 'pass']);
});

const afterRefused = checksNamed('sessions.continue/remembers-after-refused-turns');
const isQuestion = (message: string): boolean => message.includes('Which word');
/** Declines questions in these turns of a session that got a single word and then only questions. */
const decliningTurns = (...turns: readonly number[]): Behaviour =>
  declining(
    (message, recalled) =>
      isQuestion(message) && recalled.slice(1).every(isQuestion) && turns.includes(recalled.length),
  );

/** Without a provisioner: otherwise the metered conversation shows all of it. */
const withoutProvisioner = { provisioner: undefined };

it('takes a bot that declines three questions in a row, and then answers one', async () => {
  const findings = await judgeService(decliningTurns(1, 2, 3), afterRefused, withoutProvisioner);
  expect(verdictsIn(findings)).toEqual(['pass']);
});

it('does not accuse a bot that declines three questions in a row, and one that needs no memory', async () => {
  const verdictOf = async (...turns: readonly number[]) =>
    verdictsIn(await judgeService(decliningTurns(...turns), afterRefused, withoutProvisioner))[0];
  expect(await verdictOf(1, 2, 3, 4)).toBe('pass');
  expect(await verdictOf(1, 2, 3, 4, 5)).toMatch(
    /^inconclusive: the bot did not say its word when it was asked, nor a word that stands in the question itself/,
  );
});

it('sees a service that forgets, and whose bot answers each question that needs no memory', async () => {
  const forgetful = validExcept(faults['session-ended-by-a-refused-turn'].change);
  expect(verdictsIn(await judgeService(forgetful, afterRefused, withoutProvisioner))[0]).toMatch(/^fail/);
  expect(verdictsIn(await judgeService(forgetful, afterRefused))[0]).toMatch(/^fail/);
});

const toldByStream = checksNamed('sessions.continue/remembers-what-a-stream-was-told');
/** Says what earlier turns said, and never what its own turn says. */
const looksBack = (message: string, recalled: readonly string[]): string =>
  recalled.length === 0 ? `You said: ${message}` : `You told me: ${recalled.join(' / ')}`;

it('sees a service that stores no streams, and whose bot tells what was said before its own turn', async () => {
  const [forgetful, right] = [faults['session-without-streamed-turns'].change, {}].map((change) =>
    validExcept({ ...change, replyTo: looksBack }),
  );
  expect(verdictsIn(await judgeService(forgetful ?? valid, toldByStream, withoutProvisioner))[0]).toMatch(/^fail/);
  expect(verdictsIn(await judgeService(right ?? valid, toldByStream))).toEqual(['pass']);
});

it('takes a bot that tells what was said before its own turn, and declines five times', async () => {
  const bot = (from: number): Behaviour =>
    validExcept({
      replyTo: (message, recalled) =>
        isQuestion(message) && recalled[0] === 'Hello!' && recalled.length < from
          ? 'I am sorry, but I cannot help with that.'
          : looksBack(message, recalled),
    });
  expect(verdictsIn(await judgeService(bot(6), toldByStream, withoutProvisioner))).toEqual(['pass']);
  expect(verdictsIn(await judgeService(bot(7), toldByStream, withoutProvisioner))[0]).toMatch(/^inconclusive/);
});

it('takes a bot that declines its questions in chats and in streams, and none of those that need no memory', async () => {
  const bot = declining((message, { length }) => message === wordQuestion && length !== 4);
  const through = checksNamed('sessions.continue/remembers-in-a-stream');
  expect(verdictsIn(await judgeService(bot, through))).toEqual(['pass']);
});

it('takes a bot that declines three questions of another client, and answers it one that needs no memory', async () => {
  const elsewhere = checksNamed('sessions.continue/continues-for-another-client');
  const bot = declining((message, { length }) => message === wordQuestion && length < 4);
  expect(verdictsIn(await judgeService(bot, elsewhere))).toEqual(['pass']);
});
