import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { conversationOnlyPhrase, leaksNothingOfOtherSessions } from './nothing-of-other-sessions.ts';
import { answered } from '../sample-exchange.testing.ts';

const word = 'zqaaaaaaaaaa';

function chat(id: string, sent: object, reply: string, token = '${ASSAY_TOKEN}'): Exchange {
  const exchange = answered({ id, operation: 'chat', sent, body: { sessionId: `of ${id}`, reply } });
  return { ...exchange, request: { ...exchange.request, headers: [['authorization', `Bearer ${token}`]] } };
}

const told = chat('told', { message: `A word ${conversationOnlyPhrase}: ${word}` }, `You said ${word}.`);
const judged = (exchange: Exchange, ...others: readonly Exchange[]) =>
  leaksNothingOfOtherSessions([exchange], [told, exchange, ...others]);

describe('saysNothingOfOtherSessions', () => {
  it('finds a word of another session in one that begins', () => {
    expect(judged(chat('begun', { message: 'Hello!' }, `Before that: ${word}.`))).toEqual([
      {
        subject: 'isolation',
        expected: 'only words of its own session',
        observed: `the reply to begun says ${word}, in "Before that: ${word}.", told in a chat of another session`,
        kind: { observed: 'a session has a word of another one' },
        exchange: 'begun',
        restsOn: ['told'],
      },
    ]);
  });
  it('finds one with what is not shown between its letters, and quotes it as it is read', () => {
    const written = `${word.slice(0, 4)}\u00ad${word.slice(4, 8)}\u200b${word.slice(8).toUpperCase()}`;
    const said = `the reply to begun says ${word}, in "before that: ${word}.", told in a chat of another session`;
    expect(judged(chat('begun', { message: 'Hello!' }, `Before that: ${written}.`))).toMatchObject([
      { observed: said },
    ]);
  });
  it('takes a session that goes on, and one that says what it was told', () => {
    expect(judged(told)).toEqual([]);
    expect(judged(chat('on', { message: 'Hello!', sessionId: 'of told' }, word))).toEqual([]);
    expect(judged(chat('again', { message: `A word ${conversationOnlyPhrase}: ${word}` }, word))).toEqual([]);
  });
  it('finds one where a session goes on, also under ids that it was given anew', () => {
    const own = chat('own', { message: 'Hello!' }, 'Hello!');
    const next = chat('next', { message: 'Go on.', sessionId: 'of own' }, 'Well.');
    const says = (sessionId: string) => chat('says', { message: 'Which?', sessionId }, word);
    for (const id of ['of own', 'of next']) expect(judged(says(id), own, next)).toHaveLength(1);
  });
  it('takes one under another id of the session that was told it', () => {
    const next = chat('next', { message: 'Go on.', sessionId: 'of told' }, 'Well.');
    const last = chat('last', { message: 'Go on.', sessionId: 'of next' }, 'Well.');
    expect(judged(chat('says', { message: 'Which?', sessionId: 'of last' }, word), next, last)).toEqual([]);
  });
  it('leaves open which session an id is of that was given to no request without one, as another spelling of one', () => {
    const spelled = chat('spelled', { message: 'Which?', sessionId: 'OF TOLD' }, word);
    const again = chat('again', { message: 'Which?', sessionId: 'of spelled' }, word);
    expect(judged(spelled)).toEqual([]);
    expect(judged(again, spelled)).toEqual([]);
    const own = chat('own', { message: 'Hello!' }, 'Hello!');
    const says = chat('says', { message: 'Which?', sessionId: 'of own' }, word);
    const elsewhere = chat(
      'told',
      { message: `A word ${conversationOnlyPhrase}: ${word}`, sessionId: 'OF OWN' },
      'Well.',
    );
    expect(leaksNothingOfOtherSessions([says], [own, elsewhere, says])).toEqual([]);
  });
  it('takes a word that was sent in this session too, in whatever form', () => {
    const own = chat('own', { message: `Not a word: x${word}x` }, 'Hello!');
    expect(judged(chat('says', { message: 'Which?', sessionId: 'of own' }, word), own)).toEqual([]);
  });
  it('finds one in a session that begins with the whole answer of another one, id and all', () => {
    const begun = chat('begun', { message: 'Hello!' }, '');
    expect(judged({ ...begun, response: told.response })).toHaveLength(1);
  });
  it('takes what a user may have asked to be kept for all of his sessions', () => {
    const kept = chat('kept', { message: `Please remember ${word}.` }, 'I shall.');
    expect(judged(chat('begun', { message: 'Hello!' }, word), kept)).toEqual([]);
  });
  it('leaves what another caller told to the check of that', () => {
    expect(judged(chat('begun', { message: 'Hello!' }, word, '${ASSAY_OTHER_TOKEN}'))).toEqual([]);
  });
});
