import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { tokenEndReason, type TokenEnded } from './token-end.ts';
import { createTokenWatch, type TokenWatch } from './token-watch.ts';

/** The answer to a request for the list of bots that began in this second of a run. */
function told(status: number, second: number, authorization = 'Bearer ${ASSAY_TOKEN}', body = ''): Exchange {
  const sample = answered({ status, body });
  return {
    ...sample,
    operation: 'bots',
    startedAt: new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString(),
    request: { ...sample.request, method: 'GET', headers: [['authorization', authorization]] },
  };
}

type Watched = {
  readonly watch: TokenWatch;
  readonly ends: readonly TokenEnded[];
  readonly looks: () => number;
  readonly pausesMs: readonly number[];
};

function watching(answers: readonly (Exchange | undefined)[], first: readonly Exchange[] = []): Watched {
  const ends: TokenEnded[] = [];
  let looks = 0;
  const look = async (): Promise<Exchange | undefined> => answers[(looks += 1) - 1];
  const pausesMs: number[] = [];
  const pause = async (ms: number): Promise<void> => void pausesMs.push(ms);
  const watch = createTokenWatch({ look, pause, ended: (end) => ends.push(end), first });
  return { watch, ends, looks: () => looks, pausesMs };
}

const refusals = [12, 13, 14].map((second) => told(401, second));
const call = {
  operation: 'bots',
  method: 'GET',
  path: '/',
  headers: [['authorization', 'Bearer ${ASSAY_TOKEN}']],
} as const;

describe('a token that was accepted and is refused', () => {
  it('has ended where it is refused three times more, and nothing is sent with it then', async () => {
    const { watch, ends, looks } = watching(refusals);
    await watch.settle(told(200, 10));
    expect(watch.reasonToSkip(call)).toBeUndefined();
    const refused = told(401, 11);
    await watch.settle(refused);
    expect({ looks: looks(), ends: ends.length }).toEqual({ looks: 3, ends: 1 });
    expect(ends[0]).toMatchObject({ acceptedUntil: '2026-01-01T00:00:10.000Z' });
    expect(ends[0]?.refusedSince).toMatch(/^2026-01-01T00:00:11\./);
    expect(watch.reasonNotToJudge(refused)).toEqual(ends[0] && tokenEndReason(ends[0]));
    expect(watch.reasonToSkip(call)).toEqual(ends[0] && tokenEndReason(ends[0]));
    expect(watch.reasonToSkip({ ...call, headers: [] })).toBeUndefined();
  });

  it('is looked at once for all that are refused together', async () => {
    const { watch, ends, looks } = watching(refusals);
    await watch.settle(told(200, 10));
    const refused = [told(401, 11), told(401, 11), told(401, 11, 'Bearer ${ASSAY_TOKEN%?}')];
    await Promise.all(refused.map((each) => watch.settle(each)));
    expect({ looks: looks(), ends: ends.length }).toEqual({ looks: 3, ends: 1 });
    expect(refused.map((each) => watch.reasonNotToJudge(each)?.because === ends[0]?.because)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['it is accepted again', [told(200, 12)]],
    ['it is accepted at the third look', [told(401, 12), told(401, 13), told(200, 14)]],
    ['the list is out of order', [told(503, 12)]],
    ['the run ends meanwhile', [undefined]],
  ])('has not ended where %s', async (_, answers) => {
    const { watch, ends } = watching(answers);
    await watch.settle(told(200, 10));
    const refused = told(401, 11);
    await watch.settle(refused);
    expect(ends).toEqual([]);
    expect(watch.reasonNotToJudge(refused)).toBeUndefined();
    expect(watch.reasonToSkip(call)).toBeUndefined();
  });

  it('is given time between the looks, as it may be refused for a moment only', async () => {
    const { watch, ends, pausesMs } = watching([told(401, 11), told(200, 12), ...refusals.map(() => told(401, 14))]);
    await watch.settle(told(200, 10));
    await watch.settle(told(401, 11));
    expect({ ends, pausesMs }).toEqual({ ends: [], pausesMs: [400] });
    await watch.settle(told(401, 13));
    expect(pausesMs).toEqual([400, 400, 2_600]);
  });

  it('was refused for a moment where a look was refused too, and a later one was not', async () => {
    const { watch } = watching([told(401, 12), told(200, 13), told(200, 21)]);
    await watch.settle(told(200, 10));
    const both = [11, 20].map((second) => ({ ...told(401, second), id: `a#${second}` }));
    for (const each of both) await watch.settle(each);
    // The second was refused alone: it may be refused for what it asks for.
    expect(both.map(watch.wasTemporary)).toEqual([true, false]);
  });

  it('has not ended where something else that was begun later was accepted', async () => {
    const { watch, ends } = watching(refusals);
    await watch.settle(told(200, 10));
    await Promise.all([watch.settle(told(401, 11)), watch.settle(told(200, 20))]);
    expect(ends).toEqual([]);
  });
  it('has not ended where something else that was begun behind a look was accepted, though the last looks are refused', async () => {
    const { watch, ends, looks } = watching(refusals);
    await watch.settle(told(200, 10));
    // The first look has come by then, and the others have not.
    const refused = told(401, 11);
    await Promise.all([watch.settle(refused), watch.settle(told(200, 12.5))]);
    expect({ ends, looks: looks() }).toEqual({ ends: [], looks: 1 });
    expect(watch.reasonNotToJudge(refused)).toBeUndefined();
  });
  it('has ended where it is refused eight times more, once a refusal was none of its end', async () => {
    const later = (from: number, many: number) => Array.from({ length: many }, (_, at) => told(401, from + at));
    const { watch, ends, looks } = watching([told(200, 12), ...later(21, 7), told(200, 28), ...later(31, 8)]);
    await watch.settle(told(200, 10));
    for (const second of [11, 20]) await watch.settle(told(401, second));
    expect({ ends, looks: looks() }).toEqual({ ends: [], looks: 9 });
    await watch.settle(told(401, 30));
    expect({ ends: ends.length, looks: looks() }).toEqual({ ends: 1, looks: 17 });
    expect(ends[0]).toMatchObject({ acceptedUntil: '2026-01-01T00:00:28.000Z' });
    expect(ends[0]?.refusedSince).toMatch(/^2026-01-01T00:00:30\./);
  });
});

it('one that was never accepted has not ended, nor is it looked at', async () => {
  const { watch, ends, looks } = watching(refusals);
  await watch.settle(told(401, 11));
  expect({ looks: looks(), ends }).toEqual({ looks: 0, ends: [] });
});

it('one that the list has never let in is not looked at: its refusal shows nothing', async () => {
  const { watch, ends, looks } = watching(refusals);
  await watch.settle({ ...told(200, 10), operation: 'chat' });
  const refused = told(401, 11);
  await watch.settle(refused);
  expect({ looks: looks(), ends }).toEqual({ looks: 0, ends: [] });
  expect(watch.reasonNotToJudge(refused)).toBeUndefined();
});

it('one that was accepted before anything was judged has been accepted', async () => {
  const { watch, ends } = watching(refusals, [told(200, 10)]);
  await watch.settle(told(401, 11));
  expect(ends).toHaveLength(1);
});

it('what is only like it is no reason for a look', async () => {
  const { watch, looks } = watching(refusals);
  await watch.settle(told(200, 10));
  await watch.settle(told(401, 11, 'Bearer ${ASSAY_TOKEN_MISSPELT}'));
  expect(looks()).toBe(0);
});

describe('a target that refuses everybody from some time on', () => {
  const shutOut = [12, 13, 14].map((second) => told(403, second));
  const other = 'Bearer ${ASSAY_OTHER_TOKEN}';
  const refusal = told(403, 11, other);

  it('says nothing by it of what was asked, with this token, another or none', async () => {
    const { watch, ends } = watching(shutOut);
    await watch.settle(told(200, 10));
    await watch.settle(refusal);
    expect(ends).toMatchObject([{ status: 403, acceptedUntil: '2026-01-01T00:00:10.000Z' }]);
    expect(ends[0]?.because).toContain('is refused since 00:00:11 UTC (403), the list of bots too');
    for (const each of [refusal, told(403, 15), told(403, 15, '')])
      expect(watch.reasonNotToJudge(each)?.because).toBe(ends[0]?.because);
    expect([told(403, 9), told(404, 15), told(401, 15)].map(watch.reasonNotToJudge)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(watch.reasonToSkip(call)).toEqual(ends[0] && tokenEndReason(ends[0]));
  });

  it.each([
    ['lets the list in', told(200, 12)],
    ['refuses the list otherwise', told(404, 12)],
  ])('does not where it %s', async (_, seen) => {
    const { watch, ends, looks } = watching([seen]);
    await watch.settle(told(200, 10));
    await watch.settle(refusal);
    expect({ ends, looks: looks() }).toEqual({ ends: [], looks: 1 });
    expect(watch.reasonNotToJudge(refusal)).toBeUndefined();
  });

  it('is looked at once for what it refuses meanwhile, which waits for that', async () => {
    const { watch, ends, looks } = watching(shutOut);
    await watch.settle(told(200, 10));
    const meanwhile = told(403, 11.5, '');
    await Promise.all([watch.settle(refusal), watch.settle(meanwhile).then(() => expect(ends).toHaveLength(1))]);
    expect(looks()).toBe(3);
    expect(watch.reasonNotToJudge(meanwhile)?.because).toBe(ends[0]?.because);
  });

  it('refuses since the first that came behind the last look that was let in', async () => {
    const own = '{"error":{"code":"forbidden","message":"No."}}';
    const refused = (second: number): Exchange => told(403, second, other, own);
    const { watch, ends } = watching([told(200, 16), ...[23, 24, 25].map((second) => told(403, second))]);
    await watch.settle(told(200, 10));
    for (const second of [11, 12, 13, 14, 15]) await watch.settle(refused(second));
    expect(ends).toEqual([]);
    for (const second of [18, 19, 20, 21, 22]) await watch.settle(refused(second));
    expect(ends[0]?.refusedSince).toMatch(/^2026-01-01T00:00:18\./);
  });
});

describe('a token that is refused behind wrong ones', () => {
  const wrong = 'Bearer not-a-token-of-anybody';
  const behindWrongOnes = async (watch: TokenWatch, second: number): Promise<void> => {
    for (const earlier of [3, 2, 1]) await watch.settle(told(401, second - earlier, wrong));
    await watch.settle({ ...told(401, second), id: `refused#${second}` });
  };
  const stillLocked = (from: number, many: number) => Array.from({ length: many }, (_, at) => told(401, from + at));

  it('is waited for longer, and was refused for a moment where it is let in again', async () => {
    const { watch, ends, pausesMs } = watching([...stillLocked(21, 4), told(200, 30)]);
    await watch.settle(told(200, 10));
    await behindWrongOnes(watch, 20);
    expect({ ends, pausesMs }).toEqual({ ends: [], pausesMs: [400, 2_600, 3_000, 5_000] });
    expect(watch.wasTemporary({ ...told(401, 20), id: 'refused#20' })).toBe(true);
  });
  it('has ended where it is never let in again', async () => {
    const { watch, ends, looks } = watching(stillLocked(21, 7));
    await watch.settle(told(200, 10));
    await behindWrongOnes(watch, 20);
    expect(looks()).toBe(7);
    expect(ends[0]?.because).toContain('give a token that lasts longer');
  });
  it('is locked out where it was so before, and what was waited for it is enough', async () => {
    const rounds = [100, 200, 300, 400];
    // Once a refusal turned out not to be the end of the token, more refusals are needed.
    const locked = (at: number): readonly Exchange[] => [
      ...stillLocked(at + 21, at === 100 ? 6 : 11),
      told(200, at + 60),
    ];
    const { watch, ends } = watching([...rounds.flatMap(locked), ...stillLocked(901, 8)]);
    await watch.settle(told(200, 10));
    for (const at of rounds) await behindWrongOnes(watch, at + 20);
    await behindWrongOnes(watch, 900);
    expect(ends[0]?.because).toMatch(
      /^the token is refused since \d\d:\d\d:\d\d UTC \(401\) behind wrong tokens, as \d times before, when it was let in again some seconds later: the service locks out whoever sends wrong tokens, and what came after could not be judged; /,
    );
  });
});
