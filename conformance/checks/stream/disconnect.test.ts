import { describe, expect, it } from 'vitest';
import { valid, validExcept, withFault, type Behaviour, type Change } from '../../../fixtures/index.ts';
import { slowStreams } from '../../../fixtures/faults/unhurried.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import type { Session } from '../../../fixtures/service/accounts/state.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const ofSession = checksNamed(
  'stream.disconnect/leaves-its-session-usable',
  'stream.disconnect/leaves-its-session-known',
  'stream.disconnect/leaves-its-session-free',
);
const known = checksNamed('stream.disconnect/leaves-its-session-known');
const room = checksNamed('stream.disconnect/leaves-room-for-others');

const unknownRefused: Change = {
  ...slowStreams,
  missingSession: () => refuse('unknown-session', { field: 'sessionId' }),
};
const notComparable = 'notApplicable: the service takes the first id of a session that nobody left no longer either';

/** Forgets every session but the one of the latest turn. */
function forgetsIdle(base: Behaviour): Partial<Behaviour> {
  let latest: Session | undefined;
  return {
    remember: (session, ...more) => {
      latest = session;
      base.remember(session, ...more);
    },
    findSession: (...asked) => {
      const found = base.findSession(...asked);
      return found === latest ? found : undefined;
    },
  };
}

/** A streamed turn gives its session a new id, and ends the earlier ids. */
function changesIdsInStreams(base: Behaviour): Partial<Behaviour> {
  const streamed = new WeakSet<Session>();
  return {
    remember: (session, message, operation, fields) => {
      if (operation === 'stream') streamed.add(session);
      else streamed.delete(session);
      base.remember(session, message, operation, fields);
    },
    idAfterTurn: (session, nextId) => (streamed.has(session) ? valid.newSessionId(nextId) : session.id),
    findSession: (given, ...more) => {
      const found = base.findSession(given, ...more);
      return found?.id === given ? found : undefined;
    },
  };
}

/** Each turn ends the earlier ids, and a stream shows the new one in its first event. */
const newIdInEachTurn: Change = {
  idAfterTurn: (_, nextId) => valid.newSessionId(nextId),
  findSession: (given, ...more) => {
    const found = valid.findSession(given, ...more);
    return found?.id === given ? found : undefined;
  },
  eventsOf: (pieces, sessionId) => [{ sessionId }, ...pieces].map((data) => ({ data: JSON.stringify(data) })),
};

/** Works on an aborted turn until the next turn was refused, with a status that does not say why. */
function busyOnce(base: Behaviour): Partial<Behaviour> {
  const left = new Set<string>();
  return {
    writeStream: async (stream, sink) => {
      await base.writeStream(stream, sink);
      const [, id] = /"sessionId":"([^"]+)/u.exec(Buffer.concat(stream.chunks).toString()) ?? [];
      if (sink.signal.aborted && id !== undefined) left.add(id);
    },
    sessionIdOf: (fields, operation) => {
      const id = base.sessionIdOf(fields, operation);
      const isLeft = (typeof id === 'string' || typeof id === 'number') && left.delete(String(id));
      return isLeft ? refuse('bad-session', { field: 'sessionId' }) : id;
    },
  };
}

/** Refuses all chats and streams with 400 once this number of streams was left. */
function refusesAllAfter(many: number): (base: Behaviour) => Partial<Behaviour> {
  return (base) => {
    let left = 0;
    return {
      writeStream: async (stream, sink) => {
        await base.writeStream(stream, sink);
        if (sink.signal.aborted) left += 1;
      },
      messageOf: (fields, operation) =>
        left >= many ? refuse('bad-message', { field: 'message' }) : base.messageOf(fields, operation),
    };
  };
}

const verdictsOn = async (checks: typeof ofSession, ...changes: readonly Change[]) =>
  verdictsIn(await judgeService(validExcept(unknownRefused, ...changes), checks));

describe.concurrent('a session of which a stream was left', () => {
  it('may be the last that is kept, or be refused while its turn goes on', async () => {
    expect(await verdictsOn(ofSession, { sessionsKept: 2 })).toEqual(['pass', 'pass', 'pass']);
    expect(await verdictsOn(ofSession, busyOnce)).toEqual(['pass', 'pass', 'pass']);
  });
  it.each<readonly [string, Change]>([
    ['keeps the newest session only', { sessionsKept: 1 }],
    ['forgets a session that is idle for a turn', forgetsIdle],
    ['gives another id in streams only', changesIdsInStreams],
  ])('is not told of a service that %s', async (_, change) => {
    expect(await verdictsOn(ofSession, change)).toEqual(['pass', notComparable, 'pass']);
  });
  it('goes on by the id that the stream showed before it was left, where older ones are refused', async () => {
    expect(await verdictsOn(ofSession, newIdInEachTurn)).toEqual(['pass', 'pass', 'pass']);
  });
  it('is missed where the others are kept', async () => {
    const [verdict] = verdictsIn(await judgeService(withFault('stream-left-ends-its-session'), known));
    expect(verdict).toMatch(/^fail: status: expected success: the session goes on, as an older one did/u);
  });
});

it('a service that refuses everything once streams were left fails, whatever becomes of sessions', async () => {
  const [verdict] = await verdictsOn(room, refusesAllAfter(4));
  expect(verdict).toMatch(/^fail: status: expected .*observed status 400/u);
});
