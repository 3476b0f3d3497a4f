import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure, knownFault, type Parts } from './causes.testing.ts';

/** A failure that its own exchange shows. */
function shown(check: string, { exchange = check, ...parts }: Parts & { readonly exchange?: string } = {}): Finding {
  const { mismatches, ...finding } = failure(check, parts);
  return { ...finding, mismatches: mismatches.map((mismatch) => ({ ...mismatch, exchange })), exchanges: [exchange] };
}

const refusal = (id: string, status = 404, code = 'session_not_found', message = 'No such session 12'): Exchange =>
  answered({ id, status, body: { error: { code, message } } });

/** The field `due` says what was due: the wording of the mismatch does not count. */
const success = { expected: 'any 2xx', observed: 'status 404', kind: { due: 'success' } } as const;
const uncovered = { expected: 'for want of credits', observed: 'status 404', kind: { due: '402' } } as const;

describe('what follows from a cause', () => {
  const [one, other, paid] = ['sessions.continue/a', 'sessions.continue/b', 'metering.credit-balance/c'];
  const told = (
    answers: readonly Exchange[],
    failures: readonly Finding[],
    known: Parameters<typeof causesOf>[1]['known'] = [],
  ) => {
    const judged = new Set(failures.map(({ check }) => check));
    return causesOf(failures, { judged, known, exchangeOf: (id) => answers.find((each) => each.id === id) });
  };
  const all = [shown(paid, uncovered), shown(one, success), shown(other, success)];

  it('is whatever fails by the same error as a cause with more failures, and stands behind it', () => {
    const answers = [paid, one, other].map((id, at) => refusal(id, 404, 'gone', `No session ${at}`));
    expect(checksIn(told(answers, all))).toEqual([[one, other, paid]]);
    // What only follows from another failure says nothing about the mistake.
    const known = [knownFault('sessions-lost', [one], [other]), knownFault('metering-wrong', [paid])];
    expect(told(answers, all, known)[0]).toMatchObject({ likely: [{ fault: 'sessions-lost', share: 1 }] });
    expect(told(answers, all)[0]?.title).toMatch(/^sessions.continue: status/);
  });
  it('is each other wrong token that an operation takes, where it takes one that nobody has', () => {
    const taken = (id: string, authorization: string): Exchange => {
      const exchange = answered({ id, operation: 'stream' });
      return { ...exchange, request: { ...exchange.request, headers: [['Authorization', authorization]] } };
    };
    const ids = ['auth.unusual/guesses', 'auth.token/wrong-one'];
    const failures = ids.map((id, at) => shown(id, { expected: `none ${at}`, observed: `status 200 ${at}` }));
    const causes = (token: string) =>
      checksIn(told([taken('auth.unusual/guesses', 'Bearer *'), taken('auth.token/wrong-one', token)], failures));
    expect(causes('Bearer not-a-token-of-anybody')).toEqual([ids.toReversed()]);
    expect(causes('Bearer ${ASSAY_TOKEN}.')).toHaveLength(2);
  });
  it('is not where the error is another one, or what a spent workspace or a broken service sends', () => {
    const with2 = (answer: (id: string) => Exchange) => told([answer(paid), refusal(one), refusal(other)], all);
    expect(with2((id) => refusal(id, 404, 'bot_not_found'))).toHaveLength(2);
    expect(with2((id) => refusal(id, 404, 'session_not_found', 'Another'))).toHaveLength(2);
    const every = (status: number) =>
      told(
        [paid, one, other].map((id) => refusal(id, status)),
        all,
      );
    expect(every(404)).toHaveLength(1);
    expect(every(402)).toHaveLength(2);
    expect(every(500)).toHaveLength(2);
  });
  it('is not where a request may be refused so for many reasons, of another operation, or in place of another refusal', () => {
    const [emoji, list, token] = ['chat.text/accepts-emoji', 'voices.list/needs-no-token', 'auth.token/is-needed'];
    const refused = (status: number, operation: Exchange['operation']) => {
      const answer = refusal(emoji, status, 'gone');
      const answers: readonly Exchange[] = [
        { ...answer, operation: 'chat' },
        { ...answer, id: list, operation },
      ];
      return told(
        answers,
        [emoji, list].map((check) => shown(check, success)),
      );
    };
    expect(refused(404, 'chat')).toHaveLength(1);
    expect(refused(400, 'chat')).toHaveLength(2);
    expect(refused(404, 'voices')).toHaveLength(2);
    const auth = shown(token, { expected: '401', observed: 'status 404' });
    const answers = [emoji, token].map((id) => refusal(id, 404, 'gone'));
    expect(told(answers, [shown(emoji, success), auth])).toHaveLength(2);
  });
  it('is no MUST where the cause is a SHOULD', () => {
    const should = all.slice(1).map((finding) => ({ ...finding, level: 'SHOULD' as const }));
    const answers = [paid, one, other].map((id) => refusal(id));
    expect(checksIn(told(answers, [...all.slice(0, 1), ...should]))).toEqual([[paid], [one, other]]);
  });
  it('is the length of audio that a cause shows to be broken', () => {
    const length = { subject: 'length', expected: 'at least 0.08 s', observed: '0.06 s' };
    const audio = { subject: 'audio', expected: 'mp3', observed: 'bytes of no known container' };
    const [short, broken] = ['speech.completeness/a', 'speech.format/b'];
    const causes = (id: string) =>
      checksIn(told([], [shown(short, { ...length, exchange: id }), shown(broken, audio)]));
    expect(causes(broken)).toEqual([[broken, short]]);
    expect(causes('another')).toEqual([[broken], [short]]);
  });
  it('is, of less weight, the length of audio with which a cause compares another length', () => {
    const [compares, plausible] = ['speech.completeness/a', 'speech.format/b'];
    const compared = {
      ...shown(compares, { subject: 'length', expected: 'at least 0.4 s', observed: '0.01 s' }),
      exchanges: [compares, 'speech#1'],
    };
    const causes = (exchange: string, level: 'MUST' | 'SHOULD') => {
      const length = { subject: 'length', expected: '0.7 to 22.6 s', observed: '0.02 s', exchange };
      return checksIn(told([], [compared, { ...shown(plausible, length), level }]));
    };
    expect(causes('speech#1', 'SHOULD')).toEqual([[compares, plausible]]);
    expect(causes('speech#2', 'SHOULD')).toEqual([[compares], [plausible]]);
    expect(causes('speech#1', 'MUST')).toEqual([[compares], [plausible]]);
  });
  it('is the length of audio that ends at the size at which several are broken, and of no other', () => {
    const spoken = (id: string, bytes: number) =>
      answered({ id, operation: 'speech', body: { audioBase64: Buffer.alloc(bytes, 1).toString('base64') } });
    const audio = { subject: 'audio', expected: 'whole audio', observed: 'a frame lacks 19 bytes' };
    const length = { subject: 'length', expected: 'the short text shorter', observed: 'both last 1.25 s' };
    const [first, second, check] = ['speech.format/a', 'speech.format/b', 'transport.connections/speeches'];
    const causes = (bytes: number) => {
      const answers = [
        spoken(first, 60_000),
        spoken(second, 60_040),
        spoken('short#1', 9_000),
        spoken('long#1', bytes),
      ];
      const compared = { ...shown(check, { ...length, exchange: 'short#1' }), exchanges: ['short#1', 'long#1'] };
      return checksIn(told(answers, [shown(first, audio), shown(second, audio), compared]));
    };
    expect(causes(60_001)).toEqual([[first, second, check]]);
    expect(causes(40_000)).toEqual([[first, second], [check]]);
  });
  it('is the length of a WAV whose header is wrong, where a cause shows that of another, and of no other WAV', () => {
    const spoken = (id: string, samples: number, stated = samples) => {
      const wav = Buffer.alloc(44 + samples, 1);
      wav.write('RIFF0000WAVEfmt ', 'latin1');
      for (const [at, number] of [
        [4, 36 + stated],
        [16, 16],
        [40, stated],
      ] as const)
        wav.writeUInt32LE(number, at);
      wav.write('data', 36, 'latin1');
      return answered({ id, operation: 'speech', body: { audioBase64: wav.toString('base64') } });
    };
    const [header, check] = ['speech.format/wav-is-whole', 'speech.instructions/are-not-spoken'];
    const causes = (stated: number) => {
      const answers = [spoken(header, 90_000, 24_464), spoken('short#1', 9_000), spoken('long#1', 70_000, stated)];
      const length = { subject: 'length', expected: 'the one shorter', observed: '0.58 s and 0.52 s' };
      const compared = { ...shown(check, { ...length, exchange: 'short#1' }), exchanges: ['short#1', 'long#1'] };
      const audio = { subject: 'audio', expected: 'whole audio', observed: 'more follow in no chunk' };
      return checksIn(told(answers, [shown(header, audio), compared]));
    };
    expect(causes(4_464)).toEqual([[header, check]]);
    expect(causes(70_000)).toEqual([[header], [check]]);
  });
});

describe('checks of chats and of streams that show the same', () => {
  const [chat, stream] = ['auth.body/session-is-no-token-of-chat', 'auth.query/session-is-no-token-of-stream'];
  const causes = (failures: readonly Finding[], answers: readonly Exchange[] = []) =>
    checksIn(
      causesOf(failures, { judged: new Set(), known: [], exchangeOf: (id) => answers.find((each) => each.id === id) }),
    );
  const of = (id: string, operation: Exchange['operation'], status = 200) =>
    answered({ id, operation, status, body: { a: id } });

  it('have one cause', () => {
    const failures = [
      shown(chat, { observed: 'status 200, {"reply"' }),
      shown(stream, { observed: 'status 200, "data:"' }),
    ];
    expect(causes(failures, [of(chat, 'chat'), of(stream, 'stream')])).toEqual([[chat, stream]]);
  });
  it('have several where the status, the error or the check is another one', () => {
    const failures = [shown(chat, { observed: '200, {' }), shown(stream, { observed: '200, a stream' })];
    expect(causes(failures, [of(chat, 'chat'), of(stream, 'stream', 201)])).toHaveLength(2);
    expect(causes(failures, [refusal(chat, 500, 'a'), refusal(stream, 500, 'a')])).toHaveLength(1);
    expect(causes(failures, [refusal(chat, 500, 'a'), refusal(stream, 500, 'b')])).toHaveLength(2);
    const told = answered({ id: chat, operation: 'chat', body: { error: { code: 'bad', message: 'no' } } });
    expect(causes(failures, [told, of(stream, 'stream')])).toHaveLength(2);
    const other = shown('auth.query/bot-is-no-token-of-a-stream', { observed: '200, a stream' });
    expect(causes([...failures.slice(0, 1), other], [of(chat, 'chat'), of(other.check, 'stream')])).toHaveLength(2);
  });
});
