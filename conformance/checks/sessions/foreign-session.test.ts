import { describe, expect, it } from 'vitest';
import {
  behaviourWith,
  faults,
  valid,
  validExcept,
  variants,
  type Behaviour,
  type FaultId,
} from '../../../fixtures/index.ts';
import { whyBotIsRefused } from './foreign-session.ts';
import { sameTokenReason } from './second-token.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { EngineOptions } from '../../engine/engine.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const ids = [
  'sessions.isolation/other-workspace-knows-nothing',
  'sessions.isolation/other-workspace-knows-nothing-in-a-stream',
  'sessions.foreign-ids/speak-into-no-conversation',
  'sessions.foreign-ids/share-no-id-that-nobody-gave-out',
] as const;
const chosen = checksNamed(...ids);

async function verdictsOf(behaviour: Behaviour, given: Partial<EngineOptions> = {}): Promise<readonly string[]> {
  return verdictsIn(await judgeService(behaviour, chosen, given));
}

const ownBots = variants['bots-of-each-workspace'].change;
const onOwnBots = (fault: FaultId): Behaviour => validExcept(ownBots, faults[fault].change);
/** Tokens that no provisioner made all belong to one workspace. */
const oneWorkspace = validExcept({
  accountFor: (token, accounts) => {
    const all = [...accounts.values()];
    return all[1]?.token === token ? all[0] : accounts.get(token);
  },
});
/** Only the first two workspaces leak, as if the code had changed after they were tried. */
function leaksAmongFirstTwo(base: Behaviour): Partial<Behaviour> {
  let first: readonly string[] = [];
  return {
    accountFor: (token, accounts) => {
      if (first.length === 0) first = [...accounts.values()].slice(0, 2).map(({ id }) => id);
      return base.accountFor(token, accounts);
    },
    scopeOf: (account, bot) => (first.includes(account?.id ?? '') ? 'of the first two' : base.scopeOf(account, bot)),
  };
}
/** The same, but only by chat. */
function leaksAmongFirstTwoByChat(base: Behaviour): Partial<Behaviour> {
  const { accountFor, scopeOf } = leaksAmongFirstTwo(base);
  let operation: string = '';
  return {
    ...(accountFor === undefined ? {} : { accountFor }),
    sessionIdOf: (fields, at) => {
      operation = at;
      return base.sessionIdOf(fields, at);
    },
    findSession: (given, scope, sessions) => {
      const own = base.findSession(given, scope, sessions);
      if (own !== undefined || operation === 'stream' || !scope.startsWith('first two')) return own;
      return [...sessions.values()].find((each) => each.id === given && each.scope.startsWith('first two'));
    },
    scopeOf: (account, bot) => {
      const own = base.scopeOf(account, bot);
      return scopeOf?.(account, bot) === own ? own : `first two: ${own}`;
    },
  };
}
const pass = ids.map(() => 'pass');

describe('two workspaces', () => {
  it.each(['bots of each workspace', 'bots for all'])(
    'that are kept apart pass, by whatever means, with %s',
    async (kind) => {
      const behaviour = kind === 'bots for all' ? valid : validExcept(ownBots);
      expect(await verdictsOf(behaviour)).toEqual(pass);
      expect(await verdictsOf(behaviour, { provisioner: undefined })).toEqual(pass);
      expect(await verdictsOf(behaviour, { otherToken: undefined })).toEqual(pass);
    },
  );
  it('show their controls by exchanges', async () => {
    const [whole] = await judgeService(valid, chosen.slice(0, 1), { provisioner: undefined });
    expect(whole?.controls).toEqual([4, 5].map((at) => `a session that another workspace continues#${at}`));
  });
  it.each(['session-continued-by-any-workspace', 'session-shared-across-workspaces'] as const)(
    'that are not fail, by whatever means: %s',
    async (fault) => {
      for (const given of [{}, { provisioner: undefined }, { otherToken: undefined }]) {
        const told = await verdictsOf(behaviourWith({ fault }), given);
        expect(told.map((verdict) => verdict.slice(0, 4))).toEqual(['fail', 'fail', 'fail', 'pass']);
        expect(told[0]?.includes('two tokens of one workspace would look alike')).toBe('provisioner' in given);
      }
    },
  );
  it('need not share a bot to leak', async () => {
    const told = await verdictsOf(onOwnBots('session-continued-by-any-workspace'), { provisioner: undefined });
    expect(told.map((verdict) => verdict.slice(0, 4))).toEqual(['fail', 'fail', 'fail', 'pass']);
    const inStream = await verdictsOf(onOwnBots('session-continued-in-streams-by-any-workspace'));
    expect(inStream.map((verdict) => verdict.slice(0, 4))).toEqual(['pass', 'fail', 'fail', 'pass']);
  });
});

describe('a bot that looks back one turn', () => {
  const lastTurn = variants['bot-that-quotes-the-last-turn'].change;
  it('shows what leaks, since a word is told right before each turn of the intruder', async () => {
    const looksBack = (fault: FaultId): Behaviour => validExcept(faults[fault].change, lastTurn);
    expect(await verdictsOf(validExcept(lastTurn))).toEqual(pass);
    for (const fault of ['session-continued-by-any-workspace', 'session-shared-across-workspaces'] as const) {
      const told = await verdictsOf(looksBack(fault), { provisioner: undefined });
      expect(told.map((verdict) => verdict.slice(0, 4))).toEqual(['fail', 'fail', 'fail', 'pass']);
    }
  });
  it('shows it later where it knows but what lies further back, since it is asked again', async () => {
    const behind = validExcept({ recall: (...asked) => valid.recall(...asked).slice(0, -1) });
    expect(await verdictsOf(behind)).toEqual(pass);
    const leaky = validExcept(faults['session-continued-by-any-workspace'].change, (base) => ({
      recall: (...asked) => base.recall(...asked).slice(0, -1),
    }));
    const told = await verdictsOf(leaky, { provisioner: undefined });
    expect(told.map((verdict) => verdict.slice(0, 4))).toEqual(['fail', 'fail', 'fail', 'pass']);
  });
  it('in chats only shows nothing of streams', async () => {
    const inChats = validExcept(lastTurn, (base) => ({
      recall: (session, sessions, operation) => (operation === 'chat' ? base.recall(session, sessions, operation) : []),
    }));
    const [whole, streamed] = await verdictsOf(inChats);
    expect(whole).toBe('pass');
    expect(streamed).toMatch(/^inconclusive: the bot showed in chats that it remembers, but in no stream/);
  });
});

describe('a bot that declines one question', () => {
  /** Answers the nth question by this operation without any planted word. */
  const declining = (nth: number, by: 'chat' | 'stream'): Behaviour => {
    let asked = 0;
    return validExcept({
      recall: (session, sessions, operation) => {
        if (operation === by) asked += 1;
        return operation === by && asked === nth ? [] : valid.recall(session, sessions, operation);
      },
    });
  };
  it.each([
    [3, 'chat'],
    [4, 'chat'],
    [1, 'stream'],
    [2, 'stream'],
  ] as const)('at its turn %i by %s is asked again, and judged', async (nth, by) => {
    expect(await verdictsOf(declining(nth, by), { provisioner: undefined })).toEqual(pass);
  });
});

describe('a bot without memory, and the id of a session that is not its caller’s', () => {
  const refused = variants['no-memory-and-own-ids-only'].change;
  const forgetful = /^inconclusive: the bot showed no memory of what it was told/;
  const both = async (behaviour: Behaviour): Promise<readonly string[]> =>
    (await verdictsOf(behaviour, { provisioner: undefined })).slice(0, 2);
  it('that is refused pass, as its caller’s own is answered, and the owner’s still', async () => {
    expect(await both(validExcept(refused))).toEqual(['pass', 'pass']);
    expect(await both(validExcept(ownBots, refused))).toEqual(['pass', 'pass']);
    const [whole] = await judgeService(validExcept(refused), chosen.slice(0, 1), { provisioner: undefined });
    expect(whole?.controls).toEqual([10, 9, 15].map((at) => `a session that another workspace continues#${at}`));
  });
  it('that is taken are inconclusive', async () => {
    for (const verdict of await both(behaviourWith({ variant: 'no-memory' }))) expect(verdict).toMatch(forgetful);
  });
  it.each([401, 409, 423])('that gets status %i are inconclusive: that may be for something else', async (status) => {
    for (const verdict of await both(validExcept(refused, { statusOf: () => status })))
      expect(verdict).toMatch(forgetful);
  });
  it('that gets status 402 are inconclusive', async () => {
    for (const verdict of await both(validExcept(refused, { statusOf: () => 402 })))
      expect(verdict).toMatch(/^inconclusive: status 402/);
  });
  it('that is refused without an error object are inconclusive', async () => {
    const mute = validExcept(refused, {
      throughEdge: (answer) => (answer.status === 404 ? { ...answer, body: '{}' } : answer),
    });
    for (const verdict of await both(mute)) expect(verdict).toMatch(forgetful);
  });
  it('that is refused to its owner too from then on are inconclusive', async () => {
    const destroys = validExcept(refused, faults['session-destroyed-by-others'].change);
    for (const verdict of await both(destroys)) expect(verdict).toMatch(forgetful);
  });
  it('are inconclusive with a bot that the other one may not use, whatever the id', async () => {
    const [same] = checksNamed('sessions.isolation/other-workspace-knows-nothing-with-the-same-bot');
    const findings = await judgeService(validExcept(ownBots, refused), same === undefined ? [] : [same], {
      provisioner: undefined,
    });
    expect(verdictsIn(findings)[0]).toMatch(forgetful);
  });
});

describe('a session that others throw away by sending its id', () => {
  const [check] = checksNamed('sessions.foreign-ids/destroy-no-conversation');
  const told = async (behaviour: Behaviour, given: Partial<EngineOptions> = {}): Promise<string | undefined> =>
    verdictsIn(await judgeService(behaviour, check === undefined ? [] : [check], given))[0];
  it('fails, asked three times', async () => {
    const lost =
      /^fail: memory: expected the word zq[a-z]{10}, which the session knew before another workspace sent its id, observed the reply to .* lacks it, as do all 3 to its owner’s last questions/;
    for (const given of [{}, { provisioner: undefined }, { otherToken: undefined }])
      expect(await told(behaviourWith({ fault: 'session-destroyed-by-others' }), given)).toMatch(lost);
  });
  it('passes where its owner goes on with it', async () => {
    expect(await told(valid)).toBe('pass');
    expect(await told(validExcept(ownBots))).toBe('pass');
  });
  it('passes where a bot once does not say what it knows', async () => {
    let asked = 0;
    const whim = validExcept({
      recall: (session, sessions, operation) => {
        if (operation === 'chat' && session.turns.length >= 3) asked += 1;
        return asked === 1 ? [] : valid.recall(session, sessions, operation);
      },
    });
    expect(await told(whim, { provisioner: undefined })).toBe('pass');
  });
});

describe('what stands in the way', () => {
  it('is a token that is refused', async () => {
    const because =
      'inconclusive: the other workspace got status 401 to a chat with the bot "support": give a --other-token that works';
    expect(await verdictsOf(valid, { otherToken: 'garbage' })).toEqual(ids.map(() => because));
  });
  it('is a bot that is nobody’s, and the named one is taken', async () => {
    const hidden = validExcept(ownBots, { botListBody: () => ({ bots: [] }) });
    const told = await verdictsOf(hidden, { bot: 'support-ws_1', provisioner: undefined });
    expect(told[0]).toBe(
      'inconclusive: the other workspace got status 404 to a chat with the bot "support-ws_1", and its own GET /v1/bots listed none: see whether that list should be empty, or give a bot of its own with --other-bot',
    );
  });
  it('is a list of the first caller that is kept for all', async () => {
    const kept = validExcept(ownBots, { botListBody: () => ({ bots: [{ botId: 'support-ws_1' }] }) });
    const told = await verdictsOf(kept, { bot: 'support-ws_1', provisioner: undefined });
    expect(told[0]).toBe(
      'inconclusive: the other workspace got status 404 to a chat with the bot "support-ws_1", which GET /v1/bots lists for it: see whether that is the list of another caller, as of a cache, or give a bot of its own with --other-bot',
    );
  });
  it('is no list that begins with a bot that takes no chats: the one at the place of the other bot is taken', async () => {
    const drafted = validExcept(ownBots, {
      botListBody: (bots) => ({ bots: [{ botId: `draft-of-${bots[0]?.botId}` }, ...bots] }),
    });
    const all = checksNamed(...ids, 'chat.request/accepts-least');
    const told = verdictsIn(await judgeService(drafted, all, { provisioner: undefined }));
    expect(told).toEqual(all.map(() => 'pass'));
  });
  it('is that chats are refused, whoever asks', () => {
    const chat = (name: string) => {
      const { request, ...rest } = answered({ id: `p#${name}`, operation: 'chat', status: 404 });
      const headers = [['Authorization', `Bearer ${name}`] as const];
      return { ...rest, request: { ...request, url: `/v1/bots/${name}/chat`, headers } };
    };
    const [owner, intruder] = [chat('a'), chat('b')];
    const party = { authorization: 'Bearer b', bot: 'support', listed: 'this' } as const;
    expect(whyBotIsRefused(intruder, party, [owner, intruder])).toBe(
      'the other workspace got status 404 to a chat with the bot "support", and so did the first one with its own: see why chats are refused',
    );
    expect(whyBotIsRefused(intruder, party, [intruder])).toContain('as of a cache');
  });
  it('is what was seen of the token before the run', async () => {
    const flaw = { otherTokenFlaw: sameTokenReason };
    expect(await verdictsOf(valid, flaw)).toEqual(ids.map(() => `inconclusive: ${sameTokenReason.because}`));
  });
  it('is a second token of the same workspace, where two fresh ones are kept apart', async () => {
    const [whole, streamed, spoken] = await verdictsOf(oneWorkspace);
    for (const verdict of [whole, streamed, spoken])
      expect(verdict).toMatch(
        /^inconclusive: .* says it, and two workspaces of the provisioner are kept apart in this; not each of the two tokens lists a bot of its own, and neither was kept out of a session of the other, so both may be of one workspace: give --other-token of another$/,
      );
    const [accused] = await verdictsOf(oneWorkspace, { provisioner: undefined });
    expect(accused).toMatch(/^fail: .*\(two tokens of one workspace would look alike\)$/);
  });
  it('is none where one token was kept out of a session of the other: then what leaks now and then is a failure', async () => {
    const [whole] = await verdictsOf(validExcept(leaksAmongFirstTwoByChat));
    expect(whole).toMatch(/^fail: .* says it[^(]*$/);
  });
  it('is none where each token lists a bot that the other one does not: then what leaks is a failure', async () => {
    const [whole, streamed, spoken] = await verdictsOf(validExcept(ownBots, leaksAmongFirstTwo));
    for (const verdict of [whole, streamed, spoken]) expect(verdict).toMatch(/^fail/);
  });
  it('is a bot without memory', async () => {
    const told = await verdictsOf(behaviourWith({ variant: 'no-memory' }));
    expect(new Set(told)).toEqual(
      new Set([
        'inconclusive: the bot showed no memory of what it was told, so a leak could not be seen; name bots that remember with --bot (and --other-bot)',
      ]),
    );
  });
  it('is a service that begins anew with every request', async () => {
    const deaf = validExcept({ findSession: () => undefined });
    expect((await verdictsOf(deaf)).map((verdict) => verdict.slice(0, 12))).toEqual(ids.map(() => 'inconclusive'));
  });
});
