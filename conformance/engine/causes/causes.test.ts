import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Finding } from '../../model/run.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure, knownFault, causesFor, type Parts } from './causes.testing.ts';

describe('the causes of failures', () => {
  it('put together the same defect of an answer, wherever it came, whatever its texts and numbers are', () => {
    const defect = (id: string, code: number) =>
      failure(id, {
        subject: 'error.code',
        expected: 'a string',
        observed: `${code}, "message ${code}"`,
      });
    expect(checksIn(causesFor([defect('speech.text/a', 4), defect('chat.request/b', 512)]))).toEqual([
      ['speech.text/a', 'chat.request/b'],
    ]);
  });
  it('put together answers with audio, of whatever size and format', () => {
    const spoken = (check: string, audio: string) =>
      failure(check, { observed: `status 200 with ${audio} instead of a refusal` });
    const all = [spoken('speech.speed/a', '2.5 KB of MP3'), spoken('speech.speed/b', '1 byte of Ogg Opus')];
    expect(checksIn(causesFor([...all, spoken('speech.speed/c', '768 bytes of audio without a container')]))).toEqual([
      ['speech.speed/a', 'speech.speed/b', 'speech.speed/c'],
    ]);
  });
  it('put together answers of other bytes', () => {
    const bytes = (check: string, hex: string) => failure(check, { subject: 'body', observed: `gzip, bytes ${hex}…` });
    expect(causesFor([bytes('speech.reply/a', '1f8b08003e'), bytes('chat.reply/b', '1f8b0800ed')])).toHaveLength(1);
  });
  it('put together what is of one kind, whichever answer shows it and however many do', () => {
    const kind = { subject: 'reply', observed: 'no word' };
    const all = ['in the chat', 'in a long stream'].map((where, at) =>
      failure(`chat.reply/${at}`, {
        mismatches: [
          {
            subject: `reply ${where}`,
            expected: 'words',
            observed: `no word (such as ${where})`,
            kind,
            exchange: 'a#1',
          },
        ],
      }),
    );
    expect(causesFor(all).map(({ title, checks }) => [title, checks.length])).toEqual([
      ['chat.reply: reply: no word, expected words', 2],
    ]);
  });
  it('put together an answer that breaks a standard, whatever was asked for, but not a dropped connection', () => {
    const unread = (check: string, parts: Parts['mismatches']) => failure(check, { mismatches: parts ?? [] });
    const answer = { subject: 'answer', expected: 'an HTTP response' };
    const broken = [
      {
        ...answer,
        observed: 'not HTTP: a byte',
        kind: { observed: 'not HTTP', due: 'response' as const },
        reference: 'RFC 9112',
      },
    ];
    const dropped = [{ ...answer, observed: 'the connection was dropped', kind: { is: 'response' as const } }];
    expect(causesFor([unread('speech.speed/a', broken), unread('chat.text/b', broken)])).toHaveLength(1);
    expect(causesFor([unread('speech.speed/a', dropped), unread('chat.text/b', dropped)])).toHaveLength(2);
  });
  it('put together what is refused for one reason, in whatever topic of an operation it is asked for', () => {
    const refused = (id: string, status: number, code: string) =>
      answered({
        id,
        status,
        body: new TextEncoder().encode(JSON.stringify({ error: { code, message: `of ${id}` } })),
      });
    const answers = [
      refused('a#1', 403, 'no_token'),
      refused('b#1', 403, 'no_token'),
      refused('c#1', 403, 'other'),
      refused('d#1', 402, 'no_token'),
      refused('e#1', 500, 'no_token'),
      refused('f#1', 500, 'no_token'),
    ];
    const expecting = (expected: string, at: number, due: 'success' | 'refusal'): Finding => {
      const id = answers[at]?.id ?? '';
      const [topic = ''] = id;
      return failure(`auth.${topic}/x`, {
        mismatches: [{ subject: 'status', expected, observed: `no ${at}`, exchange: id, kind: { is: 'status', due } }],
      });
    };
    const failures = answers.map((_, at) => expecting(`any 2xx, ${'as said'.repeat(at)}`, at, 'success'));
    const known = (id: string) => answers.find((each) => each.id === id);
    expect(
      causesOf(failures, { judged: new Set(), known: [], exchangeOf: known }).map(({ checks }) => checks.length),
    ).toEqual([2, 1, 1, 2]);
    const more = [0, 1, 4, 5].map((at) => expecting(`any 2xx, or a refusal of ${'this'.repeat(at)}`, at, 'success'));
    expect(causesOf(more, { judged: new Set(), known: [], exchangeOf: known })).toHaveLength(2);
    // Server errors to invalid requests are a cause of their own in each topic.
    const wrong = [0, 1, 4, 5].map((at) => expecting('a refusal', at, 'refusal'));
    expect(causesOf(wrong, { judged: new Set(), known: [], exchangeOf: known })).toHaveLength(3);
    const others = failures.map((each) => ({ ...each, check: each.check.replace('auth.b', 'chat.b') }));
    expect(causesOf(others, { judged: new Set(), known: [], exchangeOf: known })).toHaveLength(5);
  });
  it('put together the answers of one operation that have no end, and begin with what is about that operation', () => {
    const unended = (check: string, exchange: string, parts: Partial<Finding> = {}): Finding => {
      const finding = failure(check, { subject: 'complete answer', expected: 'a response that ends', ...parts });
      return { ...finding, mismatches: finding.mismatches.map((mismatch) => ({ ...mismatch, exchange })) };
    };
    const failures = [
      unended('sessions.isolation/a', 'a#1', { exchanges: ['x#1', 'a#1'] }),
      unended('metering.credit-balance/b', 'a#1'),
      unended('stream.response/c', 'a#1', { exchanges: ['x#1', 'a#1'] }),
      unended('chat.reply/d', 'b#1'),
    ];
    const known = [knownFault('x', ['sessions.isolation/a'], failures.map(({ check }) => check).slice(0, 3))];
    const operationOf = { 'a#1': 'stream', 'b#1': 'chat' } as const;
    const causes = causesOf(failures, {
      judged: new Set(failures.map(({ check }) => check)),
      known,
      exchangeOf: (id) =>
        id === 'a#1' || id === 'b#1' ? { ...answered({ id }), operation: operationOf[id] } : undefined,
    });
    expect(checksIn(causes)).toEqual([
      ['stream.response/c', 'metering.credit-balance/b', 'sessions.isolation/a'],
      ['chat.reply/d'],
    ]);
  });
  it('keep apart what one status says of two things', () => {
    expect(causesFor([failure('speech.speed/a'), failure('speech.voice/b')])).toHaveLength(2);
    expect(checksIn(causesFor([failure('speech.speed/a'), failure('speech.speed/b')]))).toEqual([
      ['speech.speed/a', 'speech.speed/b'],
    ]);
  });
  it('have what generated cases show beside what a listed one shows of the operation, where there is one such place', () => {
    const generated = failure('speech.generated/rejects-invalid', { subject: 'status of speech 7' });
    expect(checksIn(causesFor([generated, failure('speech.speed/a')]))).toEqual([['speech.speed/a', generated.check]]);
    expect(causesFor([generated, failure('chat.request/a')])).toHaveLength(2);
    expect(causesFor([generated, failure('speech.speed/a'), failure('speech.voice/b')])).toHaveLength(3);
  });
  it('put together what one known fault comes to', () => {
    const failures = [
      failure('speech.speed/a'),
      failure('speech.voice/b'),
      failure('chat.text/c', { subject: 'reply' }),
    ];
    const known = [knownFault('both', ['speech.speed/a'], ['speech.voice/b']), knownFault('one', ['chat.text/c'])];
    expect(checksIn(causesFor(failures, known))).toEqual([['speech.speed/a', 'speech.voice/b'], ['chat.text/c']]);
  });
  it('put generated cases to what a known fault comes to where they show the same, whatever they are about', () => {
    const internal = { observed: 'status 500, {"error":1}', expected: 'any but 5xx' };
    const failures = [
      failure('errors.malformed/a', internal),
      failure('chat.generated/rejects-invalid', { ...internal, expected: 'a refusal' }),
      failure('stream.generated/rejects-invalid', { observed: 'status 200' }),
      failure('speech.generated/takes-any-media-type-of-json', { observed: 'status 415, {"error":1}' }),
    ];
    const known = [knownFault('one', ['errors.malformed/a']), knownFault('cases', ['chat.generated/rejects-invalid'])];
    const statuses = [500, 500, 200, 415];
    const byId = new Map(
      failures.map(({ exchanges: [id = ''] }, at) => [id, answered({ id, status: statuses[at] ?? 0 })]),
    );
    expect(checksIn(causesFor(failures, known, [], [], (id) => byId.get(id)))).toEqual([
      ['errors.malformed/a', 'chat.generated/rejects-invalid'],
      ['stream.generated/rejects-invalid'],
      ['speech.generated/takes-any-media-type-of-json'],
    ]);
  });
  it('name the likeliest faults, by the share of failures in common, and none that fits much worse', () => {
    const failures = [failure('speech.speed/a'), failure('speech.speed/b'), failure('speech.speed/c')];
    const known = [
      knownFault('some', ['speech.speed/a']),
      knownFault('most', ['speech.speed/a'], ['speech.speed/b']),
      knownFault('all', ['speech.speed/a'], ['speech.speed/b', 'speech.speed/c']),
      knownFault('none', ['chat.text/c']),
    ];
    expect(causesFor(failures, known, ['chat.text/c'])[0]?.likely).toEqual([
      { fault: 'all', share: 1 },
      { fault: 'most', share: 0.67 },
    ]);
    expect(causesFor(failures, known.slice(0, 1), ['chat.text/c'])[0]?.likely).toEqual([
      { fault: 'some', share: 0.33 },
    ]);
  });
  it('name first, of mistakes with as much in common, the one that the first failure is there to find', () => {
    const failures = [failure('chat.reply/is-json'), failure('chat.reply/is-utf8')];
    const known = [
      knownFault('html', ['chat.reply/is-json'], ['chat.reply/is-utf8']),
      knownFault('latin', ['chat.reply/is-utf8'], ['chat.reply/is-json']),
    ];
    const [cause] = causesFor(failures, known, [], ['chat.reply/is-json']);
    expect(cause).toMatchObject({ checks: ['chat.reply/is-utf8', 'chat.reply/is-json'] });
    expect(cause?.likely.map(({ fault }) => fault)).toEqual(['latin', 'html']);
  });
  it('do not hold it against a mistake much that something else passed, unless it is there to find it', () => {
    const failures = [failure('speech.speed/a'), failure('speech.speed/b')];
    const passed = ['chat.text/c'];
    const known = [
      knownFault('named', ['speech.speed/a', ...passed], ['speech.speed/b']),
      knownFault('with others', ['speech.speed/a'], ['speech.speed/b', ...passed]),
    ];
    expect(causesFor(failures, known, passed)[0]?.likely).toEqual([
      { fault: 'with others', share: 0.95 },
      { fault: 'named', share: 0.67 },
    ]);
  });
  it('name what may fail anything where what finds it failed, alone, and leave other failures what they are', () => {
    const failures = [
      failure('speech.speed/a'),
      failure('speech.speed/b'),
      failure('chat.text/c', { subject: 'reply' }),
    ];
    const passed = Array.from({ length: 90 }, (_, at) => `voices.list/${at}`);
    const upsets = (named: string) => ({
      ...knownFault('upsets all', [named], [...failures.map(({ check }) => check), ...passed]),
      failsAny: true,
    });
    const specific = knownFault('one', ['speech.speed/a'], ['speech.speed/b']);
    const likelyOf = (known: Parameters<typeof causesFor>[1]) =>
      causesFor(failures, known, passed).map(({ likely }) => likely);
    expect(likelyOf([upsets('speech.speed/a')])).toEqual([[{ fault: 'upsets all', share: 0.91 }], []]);
    expect(likelyOf([upsets('speech.speed/a'), specific])).toEqual([[{ fault: 'one', share: 1 }], []]);
    expect(likelyOf([upsets('voices.list/1')])).toEqual([[], []]);
  });
  it('do not hold it against a mistake that generated cases failed of which nothing is known', () => {
    const failures = [failure('speech.speed/a'), failure('speech.generated/rejects-invalid')];
    expect(causesFor(failures, [knownFault('one', ['speech.speed/a'])])[0]?.likely).toEqual([
      { fault: 'one', share: 1 },
    ]);
  });
  it('are told in one line, without long texts of the answer', () => {
    const long = failure('speech.speed/a', { observed: `status 200, "${'x'.repeat(90)}"…` });
    expect(causesFor([long])[0]?.title).toBe('speech.speed: status 200, expected a refusal');
    expect(causesFor([failure('a.b/c', { observed: 'y'.repeat(900) })])[0]?.title).toHaveLength(160);
  });
  it('are told without the names of exchanges, which are for those who look one up', () => {
    const id = 'workspace {"credits":1} ["chat"]';
    const named = failure('metering.uncharged/a', {
      exchanges: [`${id}#1`, `${id}#2`],
      mismatches: [
        {
          subject: `status of ${id}#2`,
          expected: `as told in ${id}#1.2`,
          observed: `${id}#2 says it`,
          exchange: `${id}#2`,
          restsOn: [`${id}#1.2`],
          kind: { subject: 'status' },
        },
      ],
    });
    expect(causesFor([named])[0]?.title).toBe(
      'metering.uncharged: status: an answer says it, expected as told in an answer',
    );
  });
  it('are one whichever words were planted, and their title has none of these', () => {
    const [one, other] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb'].map((word, at) =>
      failure(`sessions.continue/${at}`, {
        subject: 'memory',
        expected: `the word ${word}, as it knew one in another turn`,
        observed: 'an answer without it',
      }),
    );
    expect(causesFor([one, other].flatMap((each) => each ?? [])).map(({ title }) => title)).toEqual([
      'sessions.continue: memory: an answer without it, expected the word …, as it knew one in another turn',
    ]);
  });
  it('leaves out of a title what only says which of several is meant, and its subject where that is said', () => {
    const [id, other] = ['speak each#2', 'speak each#1'];
    const named = (subject: string, expected: string, observed: string): string | undefined =>
      causesFor([
        failure('speech.again/a', {
          exchanges: [id, other],
          mismatches: [{ subject, expected, observed, exchange: id }],
        }),
      ])[0]?.title;
    expect(named('audio', `unlike nova (${other})`, `as alloy (${id}), slow`)).toBe(
      'speech.again: audio: as alloy, slow, expected unlike nova',
    );
    expect(named('reply', 'a word', `the reply to ${id} lacks it`)).toBe(
      'speech.again: the reply to an answer lacks it, expected a word',
    );
  });
  it('are told with what was asked for in place of the names of what they refer to', () => {
    const [chat, stream] = ['a chat#1', 'one after a chat#1#2'];
    const expected = 'nothing of it, as #3 of the list';
    const observed = `${chat} says it, told in ${stream} and a#9`;
    const refers = { exchange: chat, restsOn: [stream] };
    const mismatches = [{ subject: 'isolation', expected, observed, ...refers }];
    const named = failure('sessions.isolation/a', { exchanges: [chat], mismatches });
    const asked = [answered({ id: chat, operation: 'chat' }), answered({ id: stream, operation: 'stream' })];
    const [cause] = causesOf([named], {
      judged: new Set(),
      known: [],
      exchangeOf: (id) => asked.find((each) => each.id === id),
    });
    expect(cause?.title).toBe(
      'sessions.isolation: isolation: a chat says it, told in a stream and a#9, expected nothing of it, as #3 of the list',
    );
  });
  it('are none where nothing failed', () => {
    expect(causesFor([])).toEqual([]);
  });
});
