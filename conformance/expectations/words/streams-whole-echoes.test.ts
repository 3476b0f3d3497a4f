import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { requestsEchoedVerbatim, streamsWholeEchoes } from './streams-whole-echoes.ts';

const chat = (message: string, said: string, sessionId?: string) =>
  answered({ operation: 'chat', sent: { message, sessionId }, body: { reply: said } });
const echo = (message: string) => chat(message, `You said: ${message}`);
const colours = ['grey', 'blue', 'green', 'brown'];
const told = colours.map((colour) => echo(`The sea may be ${colour} today.`));
const recalled = chat('Which colours have I given you?', 'You told me: all four of them.', 'ses_1');
const answeredByKnowledge = chat('What would you call the sea?', 'The ocean.');

describe('the requests that a bot answers with their messages', () => {
  it('are all of them', () => {
    const all = [...told, chat('Which colours have I given you?', 'Which colours have I given you?', 'ses_1')];
    expect(requestsEchoedVerbatim(all)).toEqual(all);
  });
  it('are those that begin a session, where it recalls in others what it was told', () => {
    expect(requestsEchoedVerbatim([...told, recalled])).toEqual(told);
  });
  it('are of these those that ask nothing, where it answers what is asked', () => {
    expect(requestsEchoedVerbatim([...told, recalled, answeredByKnowledge])).toEqual(told);
  });
  it('are none where it declines one, or too few begin a session', () => {
    expect(requestsEchoedVerbatim([...told, chat('The sea may be cold today.', 'No.')])).toBeUndefined();
    expect(requestsEchoedVerbatim([...told.slice(1), recalled])).toBeUndefined();
  });
});

describe('the streams of a bot that repeats what begins a session, and recalls later', () => {
  const stream = (message: string, pieces: readonly string[], sessionId?: string) =>
    answered({
      operation: 'stream',
      id: sessionId ?? message,
      sent: { message, sessionId },
      body: pieces.map((text) => `data: ${JSON.stringify({ text })}\n\n`).join(''),
    });
  const message = 'The sea may be grey and cold today.';

  it('are shown where they first differ, where they have all words of three letters and more', () => {
    const asked = 'Hello to the sea! What can it do?';
    const pieces = ['Hello to the ', 'sea! What ', 'can it '];
    expect(streamsWholeEchoes([...told, recalled, stream(asked, pieces)])).toMatchObject([
      { observed: 'nothing after "Hello to the sea! What can it", in the place of "do?"' },
    ]);
  });
  it('lack a piece where they begin one, and need not say their message elsewhere', () => {
    const pieces = ['The sea may ', 'be grey and ', 'cold today.'];
    expect(streamsWholeEchoes([...told, recalled, stream(message, pieces)])).toEqual([]);
    expect(streamsWholeEchoes([...told, recalled, stream(message, pieces.toSpliced(1, 1))])).toMatchObject([
      { exchange: message },
    ]);
    const later = stream('Which grey and cold seas did I give you?', ['You told me: grey and cold seas.'], 'ses_1');
    expect(streamsWholeEchoes([...told, recalled, stream(message, pieces), later])).toEqual([]);
  });
});
