import { describe, expect, it } from 'vitest';
import { evenIfIncomplete, onAnswer } from '../expectations/on-answer.ts';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import type { Expectation } from '../model/check.ts';
import { casesProbeName } from '../model/generated.ts';
import type { Exchange } from '../model/exchange.ts';
import { judgeEvery } from './judge-every.ts';
import { bad, check, good, ofAnswers, own } from './judge-every.testing.ts';
import { TimeIsUp } from './time/time-is-up.ts';

const isLabelled: Expectation = onAnswer(({ headers }) =>
  headers.length > 0
    ? []
    : [{ subject: 'Content-Type', expected: 'a type', observed: 'no such field', reference: 'RFC 9110' }],
);
const neverSure: Expectation = () => ({ inconclusive: 'it cannot be seen' });

describe('thousands of answers', () => {
  const all = Array.from({ length: 2_000 }, (_, at) => good(`a#${at}`));
  /** Takes a tenth of a millisecond for each answer. */
  const slow: Expectation = () => {
    for (const untilMs = performance.now() + 0.1; performance.now() < untilMs;);
    return [];
  };
  it('leave the others their turns', async () => {
    let turns = 0;
    let timer = setImmediate(function count() {
      turns += 1;
      timer = setImmediate(count);
    });
    await Promise.all([1, 2].map(() => judgeEvery(check(slow), ofAnswers, own(), all)));
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(5);
  });
  it('are judged no further once the run is interrupted', async () => {
    const interruption = new AbortController();
    let asked = 0;
    const counts: Expectation = () => {
      asked += 1;
      if (asked === 7) interruption.abort();
      return [];
    };
    const judged = await judgeEvery(check(counts), ofAnswers, own(), all, interruption.signal);
    expect(judged.verdict).toEqual({ is: 'inconclusive', because: 'the run was interrupted' });
    expect(asked).toBe(7);
  });
  it('still fail where one has shown it by the end of the time, and are never a pass then', async () => {
    const timeUp = AbortSignal.abort(new TimeIsUp(1_000));
    const [right, wrong] = [good('own#1'), bad('other#1')];
    const failing = await judgeEvery(check(isLabelled), ofAnswers, own(right), [right, wrong], timeUp);
    expect(failing).toMatchObject({ verdict: { is: 'fail' }, evidence: { seen: [wrong] } });
    const open = await judgeEvery(check(isLabelled), ofAnswers, own(right), [right], timeUp);
    expect(open.verdict).toEqual({ is: 'inconclusive', because: 'not judged within --time 1s' });
  });
  it.each([
    ['cut off', { ending: 'left' }, {}],
    ['waited for behind its end', {}, { raw: 'GET / HTTP/1.1' }],
  ])('are not judged by one that the end of the time may have %s', async (_, answer, request) => {
    const wrong = bad('other#1');
    const part = {
      ...wrong,
      request: { ...wrong.request, ...request },
      response: { ...wrong.response, ...answer },
    } as typeof wrong;
    const timeUp = AbortSignal.abort(new TimeIsUp(1_000));
    const judged = await judgeEvery(check(isLabelled), ofAnswers, own(), [part], timeUp);
    expect(judged.verdict).toEqual({ is: 'inconclusive', because: 'not judged within --time 1s' });
  });
});

describe('the verdict on what holds of every answer', () => {
  it('is a pass where it holds of all, and rests on what the check itself sent', async () => {
    const first = good('own#1');
    const judged = await judgeEvery(check(isLabelled), ofAnswers, own(first), [first, good('other#1')]);
    expect(judged).toMatchObject({ verdict: { is: 'pass' }, mismatches: [], evidence: { seen: [first] } });
  });
  it('is a failure that says of how many, and names the first few', async () => {
    const wrong = [bad('a#1'), { ...bad('a#1.2'), attempt: 2 }, bad('b#1'), bad('c#1')];
    const judged = await judgeEvery(check(isLabelled), ofAnswers, own(good('own#1')), [good('own#1'), ...wrong]);
    expect(judged.verdict).toEqual({
      is: 'fail',
      because:
        'Content-Type: expected a type, observed no such field (4 of 5 answers, such as a#1; it comes and goes: one same request got it right in 1 of 5 answers)',
    });
    expect(judged.mismatches).toMatchObject([
      {
        subject: 'Content-Type',
        expected: 'a type',
        observed:
          'no such field (4 of 5 answers, such as a#1; it comes and goes: one same request got it right in 1 of 5 answers)',
        reference: 'RFC 9110',
        exchange: 'a#1',
        answers: {
          wrong: 4,
          judged: 5,
          comesAndGoes: true,
          which: '4 of 5 answers; it comes and goes: one same request got it right in 1 of 5 answers',
        },
        kind: { observed: 'no such field' },
      },
    ]);
    expect(judged.evidence.seen).toEqual(wrong.slice(0, 3));
    expect(judged.decisive).toBe(wrong[0]);
  });
  it('says each kind of mismatch once', async () => {
    const isEmpty = onAnswer(({ body }) =>
      body.length === 0 ? [] : [{ subject: 'body', expected: 'none', observed: `${body.length} bytes` }],
    );
    const all = [bad('a#1'), answered({ id: 'b#1', body: 'x' }), answered({ id: 'c#1', body: 'xyz', headers: [] })];
    const { mismatches } = await judgeEvery(check(isLabelled, isEmpty), ofAnswers, own(), all);
    expect(mismatches.map(({ subject, observed }) => `${subject}: ${observed}`)).toEqual([
      'Content-Type: no such field (2 of 3 answers, such as a#1; it comes and goes: one same request got it right in 1 of 3 answers)',
      'body: 1 bytes (2 of 3 answers, such as b#1; it comes and goes: one same request got it right in 1 of 3 answers)',
    ]);
  });
  it('counts one kind whichever part of an answer it is in, and says what separates the wrong ones', async () => {
    const atItsEnd = onAnswer(({ status }) =>
      status > 299 ? [{ subject: `page ${status} of it`, expected: 'none', observed: 'one' }] : [],
    );
    const asked = (status: number, at: number): Exchange =>
      answered({ id: `${status}-${at}#1`, status, sent: status === 200 ? {} : { format: 'opus' } });
    const all = Array.from({ length: 40 }, (_, at) => asked(at < 5 ? 300 + at : 200, at));
    const { mismatches } = await judgeEvery(check(atItsEnd), ofAnswers, own(), all);
    expect(mismatches).toMatchObject([
      {
        subject: 'page 300 of it',
        observed: 'one (5 of 40 answers, all 5 of them to requests with format, such as 300-0#1)',
        answers: {
          wrong: 5,
          judged: 40,
          which: '5 of 40 answers, all 5 of them to requests with format',
        },
        kind: { observed: 'one' },
      },
    ]);
  });
  const isOfItsFormat = onAnswer((answer, { request }) => {
    const { format = '' } = JSON.parse(Buffer.from(request.body).toString('utf8')) as { format?: string };
    return answer.status === 200 ? [] : [{ subject: 'type', expected: `a name of ${format}`, observed: 'another' }];
  });
  const spoken = (status: number, format: string, at: number): Exchange =>
    answered({ id: `${format}-${status}-${at}#1`, status, sent: { text: `a ${at}`, format } });
  it('blames no format where others are wrong in the same way, each by what was expected of it', async () => {
    const all = Array.from({ length: 60 }, (_, at) =>
      spoken(at < 12 ? 299 : 200, ['mp3', 'opus', 'wav'][at % 3] ?? '', at),
    );
    const { mismatches } = await judgeEvery(check(isOfItsFormat), ofAnswers, own(), all);
    expect(mismatches.map(({ answers }) => answers?.which)).toEqual([
      '4 of 60 answers, all 4 of them to requests answered with status 299',
      '4 of 60 answers, all 4 of them to requests answered with status 299',
      '4 of 60 answers, all 4 of them to requests answered with status 299',
    ]);
  });
  it('blames nothing that was sent where one same request was right at another time', async () => {
    const right = Array.from({ length: 40 }, (_, at) => spoken(200, 'mp3', at));
    const wrong = [1, 2, 3, 4].map((at) => spoken(at + 400, 'opus', 1));
    const all = [...right, ...wrong, spoken(200, 'opus', 1), spoken(200, 'opus', 1)];
    const { mismatches } = await judgeEvery(check(isOfItsFormat), ofAnswers, own(), all);
    expect(mismatches.map(({ answers }) => answers?.which)).toEqual([
      '4 of 46 answers; it comes and goes: one same request got it right in 2 of 6 answers',
    ]);
  });
  it('shows one that its reader can send again alone, where there is one', async () => {
    const sent = (id: string, name: string): Exchange => {
      const { request, ...rest } = bad(id);
      return { ...rest, request: { ...request, headers: [['authorization', `Bearer \${${name}}`]] } };
    };
    const all = [
      sent('mixed#9', 'WORKSPACE_TOKEN_mixed'),
      sent('other#1', 'ASSAY_OTHER_TOKEN'),
      sent('two#2', 'ASSAY_TOKEN'),
      sent('one#1', 'ASSAY_TOKEN'),
    ];
    const { mismatches, decisive, evidence } = await judgeEvery(check(isLabelled), ofAnswers, own(), all);
    expect(mismatches).toMatchObject([{ observed: 'no such field (4 of 4 answers, such as one#1)' }]);
    expect(decisive?.id).toBe('one#1');
    expect(evidence.seen.map(({ id }) => id)).toEqual(['one#1', 'two#2', 'other#1']);
  });
  it('shows what is told least by anything else: no server error, and of what is generated the shortest', async () => {
    const sent = (id: string, text: string, status = 400): Exchange => {
      const role = isCase(id) ? { role: 'generated' as const } : {};
      const wrong = { ...bad(id), ...role, request: { ...bad(id).request, body: Buffer.from(text) } };
      return wrong.response.is === 'answer' ? { ...wrong, response: { ...wrong.response, status } } : wrong;
    };
    const [longer, shorter] = ['a.generated/b', 'c.generated/d'].map((property) => `${casesProbeName(12, property)}#1`);
    const isCase = (id: string): boolean => [longer, shorter].includes(id);
    const all = [
      sent('crash#1', '', 500),
      sent(longer ?? '', '{"a":1}'),
      sent(shorter ?? '', '{}'),
      sent('long#1', '{"a":1}'),
    ];
    const { evidence } = await judgeEvery(check(isLabelled), ofAnswers, own(), all);
    expect(evidence.seen.map(({ id }) => id)).toEqual(['long#1', shorter, longer]);
  });
  it('shows a body as everybody writes it, of the fewest members, where that got the same', async () => {
    const { request } = bad('any#1');
    const page = JSON.stringify({ a: 'a'.repeat(2_000) });
    const all = ['{"\\u0061":1}', '{"a":25e-2}', page, '', '{"a":1,"b":2}', '{"a":1}'].map((text, at) => {
      return { ...bad(`${at}#1`), request: { ...request, method: 'POST', body: Buffer.from(text) } };
    });
    const { evidence } = await judgeEvery(check(isLabelled), ofAnswers, own(), all);
    expect(evidence.seen.map(({ id }) => id).slice(0, 2)).toEqual(['5#1', '4#1']);
  });
  it('shows what the check itself sent, where that is as easy to send again', async () => {
    const all = [bad('a speech without text#1'), bad('own#1')];
    const { decisive } = await judgeEvery(check(isLabelled), ofAnswers, own(bad('own#1')), all);
    expect(decisive?.id).toBe('own#1');
  });
  it('is told without a count where there was but one answer', async () => {
    const { mismatches } = await judgeEvery(check(isLabelled), ofAnswers, own(bad('own#1')), [bad('own#1')]);
    expect(mismatches).toMatchObject([{ observed: 'no such field', exchange: 'own#1' }]);
  });
  it.each(['timeout', 'unkept'] as const)(
    'looks at an answer without an end by what came of it: %s',
    async (ending) => {
      const begun = answered({ id: 'begun#1', headers: [], ending, chunks: [] });
      const { verdict } = await judgeEvery(check(isLabelled), ofAnswers, own(), [good('own#1'), begun]);
      expect(verdict).toEqual({ is: 'pass' });
      const ofPart = check(evenIfIncomplete(isLabelled));
      const { mismatches } = await judgeEvery(ofPart, ofAnswers, own(), [good('own#1'), begun]);
      expect(mismatches).toMatchObject([{ observed: 'no such field (1 of 2 answers, such as begun#1)' }]);
    },
  );
  it('counts only what could be judged', async () => {
    const onlyOthers: Expectation = (seen) => (seen[0]?.id === 'own#1' ? { inconclusive: 'no' } : isLabelled(seen));
    const { mismatches } = await judgeEvery(check(onlyOthers), ofAnswers, own(), [
      good('own#1'),
      bad('b#1'),
      good('c#1'),
    ]);
    expect(mismatches).toMatchObject([{ observed: 'no such field (1 of 2 answers, such as b#1)' }]);
  });
  it.each([
    ['no answer of its kind', [], 'this run got no answer of this kind'],
    ['nothing that its expectation could judge', [good('own#1')], 'it cannot be seen'],
  ])('is inconclusive with %s', async (_, recorded, because) => {
    const { verdict } = await judgeEvery(check(neverSure), ofAnswers, own(...recorded), recorded);
    expect(verdict).toMatchObject({ is: 'inconclusive', because });
    expect('about' in verdict ? verdict.about?.is : undefined).toBe(recorded.length === 0 ? 'missing' : undefined);
  });
  it.each([
    ['nothing', ['a#1', 'b#1'], 'notApplicable', 'it never can be seen'],
    ['nothing yet', ['own#1', 'b#1'], 'inconclusive', 'it cannot be seen'],
    ['nothing yet', ['a#1', 'own#1'], 'inconclusive', 'it cannot be seen'],
  ])('is %s to be judged of %j: %s', async (_, ids, is, because) => {
    const mayBeSeen: Expectation = (seen) =>
      seen[0]?.id === 'own#1'
        ? { inconclusive: 'it cannot be seen' }
        : { inconclusive: 'it never can be seen', isUnspecified: true };
    const recorded = ids.map(good);
    const { verdict } = await judgeEvery(check(mayBeSeen), ofAnswers, own(...recorded), recorded);
    expect(verdict).toMatchObject({ is, because: expect.stringContaining(because) as unknown });
  });
  it('is inconclusive for the reason that its own probe met', async () => {
    const refused = unanswered('refused');
    const { verdict } = await judgeEvery(check(isLabelled), ofAnswers, own(refused), [refused]);
    expect(verdict).toMatchObject({ because: 'connection refused: service.test (the detail)' });
  });
  it('is inconclusive where its own probe met silence: that is for other checks to say', async () => {
    const silent = unanswered('timeout');
    const evidence = { ...own(silent), livenessCheck: good('liveness#1') };
    const { verdict } = await judgeEvery(check(isLabelled), ofAnswers, evidence, [silent]);
    expect(verdict).toEqual({
      is: 'inconclusive',
      because:
        'answer: expected an HTTP response, observed no response header within 10.0 s; if it is slow, give a longer --timeout',
    });
  });
});

describe('an answer that shows nothing without another one', () => {
  const rests: Expectation = ([exchange]) =>
    exchange?.id.startsWith('told')
      ? []
      : [
          {
            subject: 'reply',
            expected: 'nothing of it',
            observed: 'it',
            restsOn: ['told#1'],
            exchange: exchange?.id ?? '',
          },
        ];
  const all = [good('told#1'), good('told#2'), good('a#1'), good('own#2')];
  it('is shown behind that, and is what is sent again', async () => {
    const { evidence, decisive } = await judgeEvery(check(rests), ofAnswers, own(), all);
    expect(evidence.seen.map(({ id }) => id)).toEqual(['told#1', 'a#1', 'own#2']);
    expect(decisive?.id).toBe('a#1');
  });
  it('is that of the probe of its check where there is one, though it is not the first of that', async () => {
    const besides = { ...check(rests), besides: true as const };
    const { decisive } = await judgeEvery(besides, ofAnswers, own(...all.slice(3)), all);
    expect(decisive?.id).toBe('own#2');
  });
});
