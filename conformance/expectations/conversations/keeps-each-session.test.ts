import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { keepsEachSession } from './keeps-each-session.ts';

const question = 'Which words have I given you in this conversation?';
const word = 'zqpndydwdjqh';

type Turn = { readonly sent: string; readonly reply: string; readonly copy?: string };

/** Sessions of these turns: one session after the other, or all at once. */
function judged(sessions: readonly (readonly Turn[])[], at: 'in turn' | 'at once' = 'in turn') {
  const headers = [['Authorization', 'Bearer ${ASSAY_TOKEN}']] as const;
  const seen = sessions.flatMap((turns, session) =>
    turns.map(({ sent, reply, copy }, turn): Exchange => {
      const sessionId = `s${session}`;
      const body = { message: sent, ...(turn > 0 && { sessionId }) };
      const exchange = answered({
        id: `${sessionId}#${turn + 1}`,
        operation: 'chat',
        sent: body,
        body: { sessionId, reply, question: copy },
      });
      const second = at === 'in turn' ? session * 10 + turn : turn;
      return {
        ...exchange,
        startedAt: new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString(),
        request: { ...exchange.request, headers },
      };
    }),
  );
  return keepsEachSession(seen);
}

const says = (text: string, more = ''): Turn => ({ sent: text, reply: `You said: ${text} ${more}` });
const tells = says(`Please remember this word: ${word}`);
const known = [tells, says(question, `Earlier you said: ${word}`)];
const forgotten = [tells, says(question)];
const declined = [tells, { sent: question, reply: 'I would rather not say.' }];
const times = (many: number, turns: readonly Turn[]) => Array.from({ length: many }, () => turns);
const open = expect.objectContaining({ inconclusive: expect.stringContaining('cannot be told'), isUnspecified: true });

describe('what a session was told', () => {
  it('is known each time, by a bot that repeats its questions', () => {
    expect(judged([...times(3, forgotten), ...times(2, known)])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${word} of s0#1, as s3#2 has that of s3#1`,
        observed: 'the reply repeats the question and lacks the word, as do 3 of 5 such replies',
        kind: { observed: 'what a session was told is forgotten now and then' },
        exchange: 's0#2',
        restsOn: ['s0#1', 's3#1', 's3#2'],
      },
    ]);
    expect(judged(times(5, known))).toEqual([]);
  });
  it('may have been crowded out, or declined', () => {
    expect(judged([...times(9, forgotten), ...times(9, known)], 'at once')).toEqual(open);
    expect(judged([...times(9, declined), ...times(9, known)])).toEqual(open);
    const otherwise = [{ ...tells, reply: 'How can I help?' }, says(question)];
    expect(judged([...times(9, forgotten), ...times(9, known), otherwise])).toEqual(open);
  });
  it('may have been declined by a bot that repeats what it declines', () => {
    const declines = (sent: string): Turn => says(sent, 'I cannot help with that.');
    expect(judged([...times(9, [tells, declines(question)]), ...times(9, known)])).toEqual(open);
    expect(judged([...times(9, forgotten), ...times(9, known), [declines(tells.sent), says(question)]])).toEqual(open);
    const copied = { sent: question, reply: 'I cannot help with that.', copy: question };
    expect(judged([...times(9, [tells, copied]), ...times(9, known)])).toEqual(open);
  });
  it('is known where the session is kept, whatever others go on: a later turn knows it', () => {
    const between = [tells, says(question), says(question, `Earlier you said: ${word}`)];
    expect(judged(times(3, between), 'at once')).toMatchObject([
      { observed: 'the reply repeats the question and lacks the word, as do 3 of 6 such replies' },
    ]);
    expect(judged(times(2, between), 'at once')).toEqual(open);
    const declines = says(question, 'I cannot help with that.');
    expect(judged(times(9, [tells, declines, says(question, `Earlier you said: ${word}`)]), 'at once')).toEqual(open);
    // The bot quotes a single turn each time, and here another turn than the one with the word.
    const quotes = (text: string): Turn => says(question, `Earlier you said: ${text}`);
    const random = [says('Hello!'), { ...tells, reply: quotes('Hello!').reply }, quotes('Hello!'), quotes(word)];
    expect(judged(times(9, random), 'at once')).toEqual(open);
    // The turn that says the word also tells it again.
    const again = says(`${question} ${word}`);
    expect(judged([...times(9, [tells, says(question), again]), ...times(9, known)], 'at once')).toEqual(open);
  });
  it('may be looked back for over as many turns only as at another time', () => {
    const short = [...known, says(question), says(question), says(question)];
    expect(judged(times(9, short))).toEqual(open);
    const long = [...known, says(question), says(question), says(question, `Earlier you said: ${word}`)];
    expect(judged(times(2, long))).toEqual(open);
    expect(judged(times(3, long))).toHaveLength(1);
  });
  it('is told in so many words: others may not be worth remembering', () => {
    const otherwise = [says(`A word: ${word}`), says(question)];
    expect(judged([...times(9, otherwise), ...times(9, known)])).toEqual(open);
  });
  it('is not judged by few, nor of a bot that remembers nothing', () => {
    expect(judged([...times(2, forgotten), ...times(9, known)])).toEqual(open);
    expect(judged([...times(9, forgotten), known])).toEqual(open);
    expect(judged(times(9, forgotten))).toMatchObject({ isUnspecified: true });
  });
});
