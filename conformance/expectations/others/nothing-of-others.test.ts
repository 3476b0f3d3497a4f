import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { leaksNothingOfOthers } from './nothing-of-others.ts';
import { answered } from '../sample-exchange.testing.ts';

const word = 'zqaaaaaaaaaa';
const token = '${ASSAY_TOKEN}';
const otherToken = '${ASSAY_OTHER_TOKEN}';
const made = '${WORKSPACE_TOKEN_owner}';

type Parts = { id: string; message?: string; sessionId?: unknown; said?: string; gives?: string; probe?: string };

/** A chat as this caller sends it; undefined brings no token. */
function by(authorization: string | undefined, parts: Parts, operation: Operation = 'chat', status = 200): Exchange {
  const { id, message = 'Hello!', said = 'Hello.', gives = `session of ${id}`, probe = 'p', ...rest } = parts;
  const sent = { message, ...('sessionId' in rest ? { sessionId: rest.sessionId } : {}) };
  const exchange = answered({ id, operation, status, sent, body: { sessionId: gives, reply: said } });
  const headers = authorization === undefined ? [] : [['Authorization', authorization] as const];
  return { ...exchange, probe, request: { ...exchange.request, headers } };
}

const bearer = (placeholder: string): string => `Bearer ${placeholder}`;
const told = by(bearer(token), { id: 'told', message: `A word: ${word}`, said: `You said ${word}.`, gives: 'ses_1' });
const leak = (id: string) => ({
  subject: 'isolation',
  expected: 'only what its caller told, or was given',
  observed: `the answer to ${id} contains ${word}, told in a chat of another workspace`,
  kind: { observed: 'an answer contains what belongs to another workspace' },
  exchange: id,
  restsOn: ['told'],
});
const judged = (exchange: Exchange, ...others: readonly Exchange[]) =>
  leaksNothingOfOthers([exchange], [told, exchange, ...others]);

describe('saysNothingOfOthers', () => {
  it('takes an answer that repeats what its request told, and what its caller told elsewhere', () => {
    const later = by(bearer(token), { id: 'later', said: `Before that: ${word}.` });
    expect(judged(told)).toEqual([]);
    expect(judged(later)).toEqual([]);
  });
  it('finds what only another workspace told, in a refusal and without a token too', () => {
    const said = `Somebody said ${word.toUpperCase()}.`;
    const begun = by(bearer(made), { id: 'begun', said });
    const refused = by(undefined, { id: 'refused', said }, 'speech', 401);
    expect(judged(begun, refused)).toEqual([leak('begun')]);
    expect(judged(refused, begun)).toEqual([leak('refused')]);
  });
  it('reads the run once, however many of its answers leak and are judged', () => {
    const said = `Somebody said ${word}.`;
    const many = Array.from({ length: 20 }, (_, at) => by(bearer(otherToken), { id: `leak ${at}`, said }));
    let reads = 0;
    const run = new Proxy([told, ...many], {
      get: (list, key, proxy) => {
        if (/^\d+$/.test(String(key))) reads += 1;
        return Reflect.get(list, key, proxy) as unknown;
      },
    });
    const readsOf = (exchange: Exchange): number => {
      const before = reads;
      void leaksNothingOfOthers([exchange], run);
      return reads - before;
    };
    expect(readsOf(told)).toBeGreaterThanOrEqual(run.length);
    expect(many.map(readsOf)).toEqual(many.map(() => 0));
  });
  it('keeps the workspaces of two probes apart', () => {
    const parts = { id: 'told', message: word, said: word };
    const mine = by(bearer(made), parts);
    const theirs = by(bearer(made), { id: 'begun', said: word, probe: 'another' });
    expect(leaksNothingOfOthers([theirs], [mine, theirs])).toEqual([leak('begun')]);
    const same = by(bearer(made), { id: 'begun', said: word });
    expect(leaksNothingOfOthers([same], [mine, same])).toEqual([]);
  });
  it('finds it in a session of the caller’s own', () => {
    const first = by(bearer(made), { id: 'first', gives: 'ses_2' });
    const next = by(bearer(made), { id: 'next', said: word, sessionId: 'ses_2', gives: 'ses_2' });
    expect(judged(next, first)).toEqual([leak('next')]);
  });
  it.each([
    ['an id that was given to somebody else', 'ses_1'],
    ['the same in another spelling', [' SES_1 ']],
  ])('leaves %s to the check that sends it', (_, sessionId) => {
    expect(judged(by(bearer(made), { id: 'foreign', said: word, sessionId }))).toEqual([]);
  });
  it('finds it under an id that nobody was given', () => {
    for (const sessionId of [null, '%', { $ne: null }])
      expect(judged(by(bearer(made), { id: 'guessed', said: word, sessionId }))).toEqual([leak('guessed')]);
  });
  it.each([
    ['a token that is only like one', 'Bearer ${ASSAY_TOKEN%?}'],
    ['two tokens', 'Bearer ${ASSAY_TOKEN} ${ASSAY_OTHER_TOKEN}'],
    ['another scheme', 'Basic ${ASSAY_OTHER_TOKEN}'],
  ])('judges no answer to %s, and nothing that was told so', (_, authorization) => {
    expect(judged(by(authorization, { id: 'unclear', said: word }))).toEqual([]);
    const unclear = by(authorization, { id: 'unclear', message: word });
    expect(judged(by(bearer(made), { id: 'begun', said: word }), unclear)).toEqual([]);
  });
  it('takes no word that nobody told', () => {
    expect(judged(by(bearer(made), { id: 'begun', said: 'zqbbbbbbbbbb' }))).toEqual([]);
  });
  it('finds a word in the pieces of a stream', () => {
    const streamed = answered({
      id: 'streamed',
      operation: 'stream',
      headers: [['Content-Type', 'text/event-stream']],
      body: 'data: {"delta":"zqaaaa"}\n\ndata: {"delta":"aaaaaa"}\n\n',
    });
    const request = { ...streamed.request, headers: [['authorization', bearer(made)] as const] };
    expect(judged({ ...streamed, request })).toEqual([leak('streamed')]);
  });
});

describe('saysNothingOfOthers of session ids', () => {
  const drawn = (at: number): string => `ses_${createHash('sha256').update(String(at)).digest('hex').slice(0, 32)}`;
  const chat = (caller: string, at: number, gives: string, message = `${caller} ${at}`): Exchange => ({
    ...by(bearer(caller), { id: `${caller}#${at}`, message, gives }),
    startedAt: `2026-01-01T00:00:${String(at).padStart(2, '0')}.000Z`,
  });
  const theirs = [1, 2, 3, 4].map((at) => chat(token, at, drawn(at)));
  const ours = [11, 12, 13].map((at) => chat(made, at, drawn(at)));
  const judgedOne = (exchange: Exchange, run = [...theirs, ...ours]) =>
    leaksNothingOfOthers([exchange], [...run, exchange]);

  it('finds one that another workspace was given first', () => {
    const id = drawn(2);
    expect(judgedOne(chat(made, 20, id))).toEqual([
      {
        subject: 'isolation',
        expected: 'only what its caller told, or was given',
        observed: `the answer to ${made}#20 contains "${id}", told in a chat of another workspace`,
        kind: { observed: 'an answer contains what belongs to another workspace' },
        restsOn: [theirs[1]?.id],
        exchange: `${made}#20`,
      },
    ]);
  });
  it('finds one in a list, and in a refusal, where no other caller’s own stands', () => {
    const listed = (id: string, at = 20): Exchange => ({
      ...by(bearer(made), { id: 'listed', said: `bots with ${id}: 1`, gives: 'none' }, 'bots'),
      startedAt: `2026-01-01T00:00:${String(at).padStart(2, '0')}.000Z`,
    });
    expect(judgedOne(listed(drawn(2).toUpperCase()))).toMatchObject([
      { observed: `the answer to listed contains "${drawn(2)}", told in a chat of another workspace` },
    ]);
    for (const own of [listed(drawn(12)), listed(`x${drawn(2)}`), listed(drawn(2), 0)])
      expect(judgedOne(own)).toEqual([]);
  });
  it('finds one in a header, and takes one of the caller’s own there', () => {
    const withHeader = (id: string): Exchange => {
      const begun = chat(made, 20, drawn(20));
      const headers = [['X-Last-Session', id]] as const;
      return { ...begun, response: { ...begun.response, headers } } as Exchange;
    };
    expect(judgedOne(withHeader(drawn(2)))).toMatchObject([
      {
        observed: `the answer to ${made}#20 contains "${drawn(2)}" in the header x-last-session, told in a chat of another workspace`,
      },
    ]);
    for (const id of [drawn(12), drawn(20)]) expect(judgedOne(withHeader(id))).toEqual([]);
  });
  it('takes one that is its own, or was given to others later', () => {
    expect(judgedOne(chat(made, 20, drawn(11)))).toEqual([]);
    expect(judgedOne(chat(made, 0, drawn(2)))).toEqual([]);
  });
  it('takes one that is made of the message', () => {
    expect(judgedOne(chat(made, 20, drawn(2), `${token} 2`))).toEqual([]);
  });
  it('takes numbers that each workspace counts for itself', () => {
    const counted = (caller: string, from: number) =>
      [1, 2, 3].map((at) => chat(caller, from + at, `00000000-0000-0000-0000-00000000000${at}`));
    const [, ...mine] = counted(made, 20);
    for (const each of mine) expect(judgedOne(each, [...counted(token, 0), ...mine])).toEqual([]);
  });
  it('takes ids that follow a rule, which most of them have in common', () => {
    const mine = [1, 2, 3].map((at) => chat(made, 20 + at, drawn(at)));
    for (const each of mine) expect(judgedOne(each, [...theirs, ...mine])).toEqual([]);
  });
  it.each([
    [
      '18 hexadecimal digits',
      (at: number) => `ses_${createHash('sha256').update(String(at)).digest('hex').slice(0, 18)}`,
    ],
    [
      '21 letters of base64url',
      (at: number) => createHash('sha256').update(String(at)).digest('base64url').slice(0, 21),
    ],
    [
      'a part behind a colon',
      (at: number) => `s:${createHash('sha256').update(String(at)).digest('hex').slice(0, 20)}`,
    ],
  ])('finds one of %s, in a field of another answer too', (_, idOf) => {
    const given = Array.from({ length: 40 }, (__, at) => chat(token, at, idOf(at)));
    const mine = Array.from({ length: 10 }, (__, at) => chat(made, 40 + at, idOf(40 + at)));
    const run = [...given, ...mine];
    expect(judgedOne(chat(made, 55, idOf(7)), run)).toHaveLength(1);
    const said = `recent: ${idOf(7)}, ${idOf(41)}`;
    const debug = {
      ...by(bearer(made), { id: 'debug', said, gives: idOf(41) }),
      startedAt: '2026-01-01T00:00:58.000Z',
    };
    expect(judgedOne(debug, run)).toMatchObject([{ observed: expect.stringContaining(idOf(7)) as unknown }]);
  });
  it.each([
    ['the time in milliseconds', (at: number) => `session-${1_764_300_000_000 + at * 7_919}`],
    [
      'a time and a counter',
      (at: number) => `6748a1${(0x1000 + at * 37).toString(16)}5f00d5f00d0000${(0x10 + at).toString(16)}`,
    ],
    [
      'words',
      (at: number) => `${['brave', 'eager', 'happy', 'quiet'][at % 4]}_${['turing', 'pascal', 'darwin'][at % 3]}`,
    ],
  ])('takes ids of %s: two workspaces may have the same one', (_, ruled) => {
    const given = Array.from({ length: 40 }, (__, at) => chat(token, at, ruled(at)));
    const mine = Array.from({ length: 10 }, (__, at) => chat(made, 40 + at, ruled(400 + at)));
    expect(judgedOne(chat(made, 55, ruled(7)), [...given, ...mine])).toEqual([]);
  });
  it('takes one that is given back', () => {
    const back = by(bearer(made), { id: 'back', sessionId: drawn(2), gives: drawn(2) });
    expect(judgedOne({ ...back, startedAt: '2026-01-01T00:00:30.000Z' })).toEqual([]);
  });
});

describe('saysNothingOfOthers of two given tokens', () => {
  const heard = by(bearer(otherToken), { id: 'heard', said: word });
  it('says that they may be of one workspace', () => {
    const observed = `${leak('heard').observed} (two tokens of one workspace would look alike)`;
    expect(judged(heard)).toEqual([{ ...leak('heard'), observed }]);
  });
  it('takes them for one where workspaces that were made hear nothing', () => {
    const inconclusive =
      'heard says what belongs to told, and nothing leaks between workspaces of the provisioner; not each of the two tokens lists a bot of its own, and neither was kept out of a session of the other, so both may be of one workspace: give --other-token of another';
    const apart = by(bearer(made), { id: 'apart' });
    expect(judged(heard, apart)).toEqual({ inconclusive });
    expect(judged(apart, heard)).toEqual({ inconclusive });
    const loud = by(bearer(made), { id: 'apart', said: word });
    expect(judged(heard, loud)).toEqual([leak('heard')]);
  });
});

describe('saysNothingOfOthers of bots', () => {
  const list = (authorization: string | undefined, ...ids: readonly string[]): Exchange => {
    const exchange = answered({ id: 'list', operation: 'bots', body: { bots: ids.map((botId) => ({ botId })) } });
    const headers = authorization === undefined ? [] : [['Authorization', authorization] as const];
    return { ...exchange, probe: 'p', request: { ...exchange.request, headers } };
  };
  const lists = [list(bearer(token), 'bot_1_own'), list(bearer(otherToken), 'bot_2_theirs', 'support', '20262026')];
  const refused = (said: string, message = 'Hello!') =>
    by(bearer(token), { id: 'refused', message, said, gives: 'none' }, 'chat', 404);
  const judgedOf = (exchange: Exchange, run: readonly Exchange[] = lists) =>
    leaksNothingOfOthers([exchange], [...run, exchange]);

  const found = 'the answer to refused contains the botId "bot_2_theirs", of the list of another workspace';
  it('finds one that only the list of another token has', () => {
    const known = refused('known: bot_1_own, BOT_2_theirs.');
    expect(judgedOf(known)).toMatchObject([{ observed: found }]);
    // Each of the two tokens lists a bot of its own, so workspaces made by the provisioner do not matter.
    expect(judgedOf(known, [...lists, by(bearer(made), { id: 'apart' })])).toMatchObject([{ observed: found }]);
  });
  it('takes the two for one workspace where the one lists all that the other does', () => {
    const all = [lists[0], list(bearer(otherToken), 'bot_1_own', 'bot_2_theirs')].filter((each) => each !== undefined);
    expect(judgedOf(refused('BOT_2_theirs'), all)).toMatchObject([
      { observed: `${found} (two tokens of one workspace would look alike)` },
    ]);
  });
  it('takes its own, one that its caller named, and what may be a word or a number', () => {
    for (const said of ['bot_1_own', 'support', 'in 20262026', 'bot_2_theirs_too']) {
      expect(judgedOf(refused(said))).toEqual([]);
    }
    expect(judgedOf(refused('no bot_2_theirs', 'bot_2_theirs'))).toEqual([]);
  });
  it('takes any where its caller has no list of his own', () => {
    expect(judgedOf(refused('bot_2_theirs'), lists.slice(1))).toEqual([]);
  });
});
