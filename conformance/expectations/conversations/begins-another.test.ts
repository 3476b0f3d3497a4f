import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { nonceOf } from '../../model/nonce.ts';
import { answered } from '../sample-exchange.testing.ts';
import { continuesItsSession } from './begins-another.ts';

type Turn = { readonly second: number; readonly sent: object; readonly sessionId: string; readonly reply: string };

function chat(id: string, { second, sent, sessionId, reply }: Turn): Exchange {
  const exchange = answered({ id, operation: 'chat', sent, body: { sessionId, reply } });
  const startedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  return {
    ...exchange,
    startedAt,
    request: { ...exchange.request, headers: [['authorization', 'Bearer ${ASSAY_TOKEN}']] },
  };
}

type Session = {
  readonly name: string;
  readonly from: number;
  readonly to?: number;
  readonly given?: string;
  readonly reply?: string;
};

const wordOf = (name: string): string => nonceOf(1, 'probe', name);
/** A session that is told a word, and asked for it in its next turn. */
const asked = ({ name, from, to = from + 1, given = name, reply = wordOf(name) }: Session): readonly Exchange[] => [
  chat(`told ${name}`, {
    second: from,
    sent: { message: `Please remember ${wordOf(name)}` },
    sessionId: name,
    reply: 'I shall.',
  }),
  chat(`asked ${name}`, { second: to, sent: { message: 'Which?', sessionId: name }, sessionId: given, reply }),
];
const kept = [0, 10, 20, 30].flatMap((from) => asked({ name: `kept ${from}`, from, to: from + 3 }));
const olderGoesOn = (second: number): Exchange =>
  chat(`older at ${second}`, {
    second,
    sent: { message: 'And?', sessionId: 'older' },
    sessionId: 'older',
    reply: 'So it is.',
  });
const withAnotherBot = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, url: `${exchange.request.url}/of-another-bot` },
});
const forgets = { given: 'another', reply: 'You told me nothing.' };
const lost = [1, 11, 21, 31].flatMap((from) => asked({ name: `lost ${from}`, from, ...forgets }));

describe('a session that is answered as another one', () => {
  it('is found by the id that the answer carries, where those that know their words carry theirs', () => {
    const found = continuesItsSession([...kept, ...lost]);
    expect(found).toHaveLength(3);
    expect(found[0]).toEqual({
      subject: 'session',
      expected: `the session "lost 1", which was told ${wordOf('lost 1')} in told lost 1`,
      observed:
        'the reply to asked lost 1 carries another sessionId, "another", and lacks the word; so do 4 of 8 answers to such questions, and the 4 that know theirs carry the id that was sent',
      kind: { subject: 'session', observed: 'another session was begun' },
      exchange: 'asked lost 1',
      restsOn: ['told lost 1'],
    });
  });
  it.each([
    ['ids change where words are known, too', asked({ name: 'renamed', from: 40, given: 'renamed 2' }), lost],
    [
      'sessions were left for longer than any that is known',
      [],
      [1, 11, 21, 31].flatMap((from) => asked({ name: `lost ${from}`, from, to: from + 6, ...forgets })),
    ],
    [
      'more sessions began meanwhile than with any that is known',
      [5, 15, 25, 35].flatMap((from) => ['a', 'b', 'c'].flatMap((name) => asked({ name: `${name} ${from}`, from }))),
      [4, 14, 24, 34].flatMap((from) => asked({ name: `lost ${from}`, from, to: from + 3, ...forgets })),
    ],
    [
      'another session began while theirs was told or asked',
      [5, 15, 25, 35].flatMap((from) => asked({ name: `beside ${from}`, from })),
      [5, 15, 25, 35].flatMap((from) => asked({ name: `lost ${from}`, from, ...forgets })),
    ],
    [
      'older sessions went on meanwhile, and none while those that are known were left',
      [5, 15, 25, 35].map((from) => olderGoesOn(from)),
      [4, 14, 24, 34].flatMap((from) => asked({ name: `lost ${from}`, from, to: from + 2, ...forgets })),
    ],
    [
      'sessions went on meanwhile, and those of other bots alone while those that are known were left',
      [1, 11, 21, 31].map((from) => withAnotherBot(olderGoesOn(from))),
      [4, 14, 24, 34].flatMap((from) => [
        ...asked({ name: `lost ${from}`, from, to: from + 2, ...forgets }),
        olderGoesOn(from + 1),
      ]),
    ],
    [
      'all were lost at one moment',
      [],
      ['a', 'b', 'c', 'd', 'e'].flatMap((name) => asked({ name, from: 5, ...forgets })),
    ],
    [
      'the id stays, and the bot forgets',
      [],
      [1, 11, 21, 31].flatMap((from) => asked({ name: `lost ${from}`, from, reply: forgets.reply })),
    ],
  ])('is not known where %s', (_, more, others) => {
    expect(continuesItsSession([...kept, ...more, ...others])).toEqual([]);
  });
  it('is not known where few sessions show how it goes on, or few are lost', () => {
    expect(continuesItsSession([...kept.slice(2), ...lost])).toEqual([]);
    expect(continuesItsSession([...kept, ...lost.slice(2)])).toEqual([]);
  });
});
