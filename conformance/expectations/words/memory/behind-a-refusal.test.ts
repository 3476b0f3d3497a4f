import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { remembersBehindARefusal } from './behind-a-refusal.ts';

const [word, another] = ['zqabcdefghij', 'zqklmnopqrst'];
const chat = (id: string, message: string, reply: string) =>
  answered({ id, operation: 'chat', sent: { message }, body: { reply } });
const told = chat('1', `Remember ${word}`, 'I shall.');
const knew = chat('2', `Remember ${another}, too. Which?`, `${word} and ${another}.`);
const refused = answered({ id: '3', operation: 'speech', status: 402, body: { error: { code: 'no_credits' } } });
const knows = chat('4', 'Which?', `${word} and ${another}.`);
const forgets = chat('4', 'Which?', 'You told me nothing.');

describe('remembersBehindARefusal', () => {
  it('takes a bot that knows behind the refusal what it was told before', () => {
    expect(remembersBehindARefusal([told, knew, refused, knows])).toEqual([]);
  });
  it('finds one that knew the first word before the refusal, and none behind it', () => {
    expect(remembersBehindARefusal([told, knew, refused, forgets])).toMatchObject([
      { subject: 'memory', exchange: '4' },
    ]);
  });
  it('does not judge a bot that said no word of an earlier turn before', () => {
    const echoes = chat('2', `Remember ${another}, too. Which?`, `${another}.`);
    expect(remembersBehindARefusal([told, echoes, refused, forgets])).toEqual({
      inconclusive:
        'the bot showed no memory in this pooled workspace before the refusal either, so what that does to a session could not be seen: if it remembers elsewhere, see sessions.callers/remembers; if not, name one that remembers with --bot',
    });
  });
  it.each([
    ['was served', answered({ id: '3', operation: 'speech', body: { audioBase64: 'AAAA' } })],
    ['was not sent', undefined],
  ])('does not judge where the speech %s', (_, speech) => {
    const seen = [told, knew, ...(speech === undefined ? [] : [speech]), forgets];
    expect(remembersBehindARefusal(seen)).toEqual({
      inconclusive: 'no speech was refused, so what a refusal does to a session could not be seen',
    });
  });
});
