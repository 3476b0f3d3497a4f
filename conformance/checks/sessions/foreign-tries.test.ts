import { describe, expect, it } from 'vitest';
import { faults, valid, validExcept, variants, withVariant, type Behaviour } from '../../../fixtures/index.ts';
import { chatFlags } from '../../contract/limits.ts';
import type { EngineOptions } from '../../engine/engine.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { tries, type SessionTry } from './tries.ts';

const traitsOf = ({ of, begun, by, flag, spelled, when }: SessionTry): readonly string[] => [
  `of the ${of}`,
  `begun in a ${begun}`,
  `by ${by}`,
  flag === undefined ? 'plain' : 'with a flag',
  spelled === undefined ? 'as it came' : 'spelled otherwise',
  when,
];

function pairsOf(traits: readonly string[]): readonly string[] {
  return traits.flatMap((one, at) => traits.slice(at + 1).map((other) => `${one}, ${other}`));
}

/** The tries that `foreignSession` makes. */
const usual: readonly SessionTry[] = (['chat', 'stream'] as const).map((by) => ({
  of: 'owner',
  begun: 'chat',
  by,
  when: 'soon',
}));

describe('tries at a foreign session', () => {
  it('bring any two traits together', () => {
    const values = traitsOf(tries[0] ?? ({} as SessionTry)).map((_, at) => [
      ...new Set(tries.map((each) => traitsOf(each)[at] ?? '')),
    ]);
    const wanted = values.flatMap((ones, at) =>
      values.slice(at + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => `${one}, ${other}`))),
    );
    const tried = new Set([...usual, ...tries].flatMap((each) => pairsOf(traitsOf(each))));
    expect(wanted.filter((pair) => !tried.has(pair))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(60);
  });
  it('bring any flag to either operation, with the id as it came', () => {
    const plain = tries.filter(({ spelled, flag }) => spelled === undefined && flag !== undefined);
    expect([...new Set(plain.map(({ by, flag }) => `${flag ?? ''} by ${by}`))].toSorted()).toEqual(
      chatFlags.flatMap((flag) => [`${flag} by chat`, `${flag} by stream`]).toSorted(),
    );
  });
});

const chosen = checksNamed(
  'sessions.foreign/opens-nothing',
  'sessions.foreign/opens-nothing-while-it-streams',
  'sessions.foreign/opens-nothing-later',
  'sessions.foreign/pattern-opens-nothing',
);

async function verdictsOf(behaviour: Behaviour, given: Partial<EngineOptions> = {}): Promise<readonly string[]> {
  return verdictsIn(await judgeService(behaviour, chosen, given));
}

describe('sessions that nobody else gets at', () => {
  it.each([
    ['two tokens', { provisioner: undefined }],
    ['workspaces that were made', { otherToken: undefined }],
  ])('pass by %s, with bots for all or of each', async (_, given) => {
    const pass = chosen.map(() => 'pass');
    expect(await verdictsOf(valid, given)).toEqual(pass);
    expect(await verdictsOf(validExcept(variants['bots-of-each-workspace'].change), given)).toEqual(pass);
  });
  it('are inconclusive with a bot without memory', async () => {
    for (const verdict of await verdictsOf(withVariant('no-memory')))
      expect(verdict).toMatch(/^inconclusive: the bot showed no memory/);
  });
  it('fail where they are not, with a bot that looks back one turn', async () => {
    const lastTurn = variants['bot-that-quotes-the-last-turn'].change;
    expect(await verdictsOf(validExcept(lastTurn))).toEqual(chosen.map(() => 'pass'));
    const leaky = validExcept(faults['session-shared-across-workspaces'].change, lastTurn);
    const told = await verdictsOf(leaky, { provisioner: undefined });
    expect(told.map((verdict) => verdict.slice(0, 4))).toEqual(['fail', 'fail', 'fail', 'pass']);
  });
  it('are inconclusive where what tries them shows no memory', async () => {
    const inStreams = validExcept({
      recall: (session, sessions, operation) =>
        operation === 'stream' ? valid.recall(session, sessions, operation) : [],
    });
    const [soon] = await verdictsOf(inStreams);
    expect(soon).toBe('pass');
    const inNone = validExcept({ recall: (...asked) => valid.recall(...asked).slice(0, -1) });
    const ofTries = (await verdictsOf(inNone)).slice(0, 3);
    for (const verdict of ofTries) expect(verdict).toMatch(/^inconclusive: the bot repeated the newest word only/);
  });
  it('are tried while they stream, two requests at a time', async () => {
    expect(await verdictsOf(valid, { concurrency: 2 })).toEqual(chosen.map(() => 'pass'));
    const leaky = validExcept(faults['session-continued-by-any-workspace-while-it-streams'].change);
    const [, meanwhile] = await verdictsOf(leaky, { concurrency: 2 });
    expect(meanwhile).toMatch(/^fail: isolation/);
  });
  it('are inconclusive while they stream where no two requests run at once', async () => {
    const [soon, meanwhile, late] = await verdictsOf(valid, { concurrency: 1 });
    expect([soon, late]).toEqual(['pass', 'pass']);
    expect(meanwhile).toBe(
      'inconclusive: no session was streaming to its owner while the other workspace tried to read it: give --concurrency 2 or more',
    );
  });
  it('are inconclusive with a token that is refused', async () => {
    for (const verdict of await verdictsOf(valid, { otherToken: 'garbage', provisioner: undefined }))
      expect(verdict).toMatch(/^inconclusive: the other workspace got status 401/);
  });
});

describe('sessions whose ids are good for one turn', () => {
  const { change } = variants['session-ids-used-once'];
  it('pass where they are their caller’s own', async () => {
    expect(await verdictsOf(validExcept(change))).toEqual(chosen.map(() => 'pass'));
  });
  it.each([
    ['chat', 0],
    ['stream', 2],
  ] as const)('are tried by the id that counts, with a leak by %s', async (leaksBy, found) => {
    let by = '';
    const leaky = validExcept(change, (base) => ({
      sessionIdOf: (fields, operation) => {
        by = operation;
        return base.sessionIdOf(fields, operation);
      },
      findSession: (given, scope, sessions) =>
        base.findSession(given, scope, sessions) ??
        (by === leaksBy ? [...sessions.values()].find(({ id }) => id === given) : undefined),
    }));
    const verdicts = await verdictsOf(leaky, { provisioner: undefined });
    expect(verdicts[found]).toMatch(
      /^fail: isolation: expected nothing of zq[a-z]{10}, told in another workspace by a /,
    );
  });
});

describe('a service that shows its bots to no API key', () => {
  const closed = validExcept({
    throughEdge: (answer, _call, operation) =>
      operation === 'bots'
        ? { status: 403, headers: { 'content-type': 'application/json' }, body: '{"error":{"code":"x","message":"x"}}' }
        : answer,
  });
  it('is not accused, and everything else is judged by the bots that were named', async () => {
    const named = checksNamed('bots.list/succeeds', 'chat.request/accepts-least', 'sessions.foreign/opens-nothing');
    const given = { bot: 'support', otherBot: 'support' };
    expect(verdictsIn(await judgeService(closed, named, given))).toEqual([
      'notApplicable: the document leaves open who may call GET /v1/bots (5.5), and status 403 refuses this token',
      'pass',
      'pass',
    ]);
  });
});
