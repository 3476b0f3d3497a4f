import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure, knownFault, causesFor, type Parts } from './causes.testing.ts';

describe('the order in which causes are told, and the failures of each', () => {
  it('begin with what is there to find the likeliest fault, and end with what holds of every answer', () => {
    const ids = ['transport.http/every', 'speech.speed/a', 'speech.voice/b'];
    const failures = ids.map((id) => failure(id));
    const known = [knownFault('one', ['speech.voice/b'], ids), knownFault('all', ['speech.voice/b'], ids)];
    const [every = ''] = ids;
    expect(checksIn(causesFor(failures, known, [], [every]))).toEqual([['speech.voice/b', 'speech.speed/a', every]]);
  });
  it('begin with what holds of every answer, where other checks met the same defect of one', () => {
    const ids = ['speech.speed/a', 'transport.http/every', 'speech.voice/b'];
    const of = (subject: string) => ids.map((id) => failure(id, { subject, expected: 'JSON text', observed: 'none' }));
    const [, every = ''] = ids;
    expect(checksIn(causesFor(of('body'), [], [], [every]))).toEqual([[every, 'speech.speed/a', 'speech.voice/b']]);
    const known = [knownFault('one', ['speech.voice/b'], ids)];
    expect(checksIn(causesFor(of('body'), known, [], [every]))).toEqual([['speech.voice/b', every, 'speech.speed/a']]);
  });
  it('trust no mistake that has little in common with them for what comes first', () => {
    const failures = ['chat.request/a', 'chat.request/b', 'chat.request/c', 'chat.request/d'].map((id) => failure(id));
    const named = ['chat.request/d'];
    const like = (missed: number) =>
      knownFault(
        'x',
        [...named, ...Array.from({ length: missed }, (_, at) => `x.x/${at}`)],
        failures.map(({ check }) => check),
      );
    const passed = ['x.x/0', 'x.x/1'];
    expect(causesFor(failures, [like(0)], passed)[0]?.checks[0]).toBe('chat.request/d');
    expect(causesFor(failures, [like(2)], passed)[0]).toMatchObject({
      likely: [{ fault: 'x' }],
      checks: expect.arrayContaining(named),
    });
    expect(causesFor(failures, [like(2)], passed)[0]?.checks[0]).toBe('chat.request/a');
  });
  it('begin with what one curl line shows', () => {
    const failures = [
      failure('chat.request/a', { reproduceBy: 'command' }),
      failure('chat.request/b', { reproduceBy: 'curl' }),
    ];
    expect(checksIn(causesFor(failures))).toEqual([['chat.request/b', 'chat.request/a']]);
  });
  it('begin with the request that asks for least, of single ones', () => {
    const asked = { a: { format: 'flac', speed: 2 }, b: { format: 'flac' } };
    const exchanges = Object.entries(asked).map(([id, sent]) => answered({ id: `${id}#1`, operation: 'speech', sent }));
    const failures = exchanges.map(({ id }) => failure(`speech.x/${id.slice(0, 1)}`, { exchanges: [id] }));
    const exchangeOf = (id: string) => exchanges.find((exchange) => exchange.id === id);
    expect(checksIn(causesFor(failures, [], [], [], exchangeOf))).toEqual([['speech.x/b', 'speech.x/a']]);
  });
  it('begin with the shortest of single requests that ask for as much', () => {
    const exchanges = [3.9999999999999996, 1.5].map((speed) =>
      answered({ id: `${speed}#1`, operation: 'speech', status: 500, sent: { text: 'a', speed } }),
    );
    const failures = exchanges.map(({ id }) => failure(`speech.speed/accepts-${id}`, { exchanges: [id] }));
    const exchangeOf = (id: string) => exchanges.find((exchange) => exchange.id === id);
    expect(causesFor(failures, [], [], [], exchangeOf)[0]?.checks[0]).toBe('speech.speed/accepts-1.5#1');
  });
  it('begin with no race where uses in turn fail as well', () => {
    const race = failure('metering.races/chats', { kind: { is: 'race', due: '402' } });
    const inTurn = failure('metering.members/limits', {
      exchanges: Array.from({ length: 9 }, (_, at) => `a#${at}`),
      kind: { is: 'status', due: '402' },
    });
    const known = knownFault('x', [race.check], [inTurn.check]);
    expect(checksIn(causesFor([race, inTurn], [known]))).toEqual([[inTurn.check, race.check]]);
    expect(checksIn(causesFor([race], [known]))).toEqual([[race.check]]);
  });
  it('begin with no check of charges where the answer says nothing of a balance', () => {
    const failures = [
      failure('metering.counts/a', { exchanges: ['a#1'], kind: { is: 'status', due: '402' } }),
      failure('sessions.continue/b', { exchanges: ['a#1', 'b#1'], kind: { is: 'status', due: 'success' } }),
    ].map((finding) => ({ ...finding, mismatches: finding.mismatches.map((each) => ({ ...each, exchange: 'a#1' })) }));
    const passed = Array.from({ length: 8 }, (_, at) => `x.x/${at}`);
    const known = knownFault('x', ['sessions.continue/b'], ['metering.counts/a', ...passed]);
    const refused = answered({ id: 'a#1', operation: 'stream', status: 400, body: { error: { code: 'bad_session' } } });
    expect(checksIn(causesFor(failures, [known], passed, [], () => refused))).toEqual([
      ['sessions.continue/b', 'metering.counts/a'],
    ]);
  });
  it('begin with a check that sends all that it takes, where one answer alone does not show it', () => {
    const ids = ['chat.reply/every', 'sessions.isolation/a'];
    const needing = (reproduceBy: 'curl' | 'command') =>
      ids.map((id) => failure(id, { subject: 'isolation', reproduceBy: id === ids[0] ? reproduceBy : 'command' }));
    const every = ids.slice(0, 1);
    expect(checksIn(causesFor(needing('command'), [], [], every))).toEqual([ids.toReversed()]);
    expect(checksIn(causesFor(needing('curl'), [], [], every))).toEqual([ids]);
  });
  it('begin with a rule of every answer that is there to find the one mistake by which just these fail', () => {
    const ids = ['stream.reply/a', 'stream.reply/every'];
    const failures = ids.map((id) => failure(id, { subject: id }));
    const every = ids.slice(1);
    const one = knownFault('one', every, ids);
    expect(checksIn(causesFor(failures, [one], [], every))).toEqual([ids.toReversed()]);
    expect(checksIn(causesFor(failures, [one, { ...one, fault: 'other' }], [], every))).toEqual([ids]);
  });
  it('come first where every answer of a kind has them, as others may follow from that', () => {
    const some = failure('speech.format/a', { subject: 'audio', expected: 'mp3', observed: 'none' });
    const all = failure('speech.reply/b', {
      subject: 'audioBase64',
      expected: 'base64',
      observed: 'a quote (18 of 18 answers, such as a#1)',
      answers: { wrong: 18, judged: 18 },
    });
    expect(checksIn(causesFor([some, all]))).toEqual([['speech.reply/b'], ['speech.format/a']]);
    const one = failure('speech.reply/b', {
      subject: 'audioBase64',
      expected: 'base64',
      observed: 'a quote (1 of 18 answers, such as a#1)',
      answers: { wrong: 1, judged: 18 },
    });
    expect(checksIn(causesFor([some, one]))).toEqual([['speech.format/a'], ['speech.reply/b']]);
  });
  it('have what a server error lacks beside the failure that it is one', () => {
    const at = (check: string, exchange: string, parts: Parts) => {
      const finding = failure(check, { observed: '500', ...parts });
      return { ...finding, mismatches: finding.mismatches.map((mismatch) => ({ ...mismatch, exchange })) };
    };
    const crashed = at('chat.request/a', 'a#1', {});
    const bare = (exchange: string) =>
      at('errors.envelope/every', exchange, {
        level: 'SHOULD',
        subject: 'error body',
        expected: 'an object',
        observed: 'none',
      });
    const answers = [
      answered({ id: 'a#1', status: 500 }),
      answered({ id: 'b#1', status: 404 }),
      answered({ id: 'c#1', status: 500 }),
    ];
    const causes = (exchange: string) =>
      checksIn(
        causesOf([crashed, bare(exchange)], {
          judged: new Set(),
          known: [],
          ofEvery: new Set(['errors.envelope/every']),
          exchangeOf: (id) => answers.find((each) => each.id === id),
        }),
      );
    expect(causes('a#1')).toEqual([['chat.request/a', 'errors.envelope/every']]);
    expect(causes('b#1')).toHaveLength(2);
    expect(causes('c#1')).toHaveLength(2);
  });
});
