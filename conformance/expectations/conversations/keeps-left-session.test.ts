import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { noMemoryShown } from '../no-memory.ts';
import { isNoServerError } from '../statuses/is-refusal.ts';
import {
  isStillBusy,
  keepsLeftSession,
  keepsPlantedWord,
  lacksPlantedWord,
  leavesItFree,
  onLeftSession,
  position,
  isQuestionRefused,
} from './keeps-left-session.ts';

/** The status of each answer, by the position of its exchange. */
const statuses = (...of: readonly number[]) =>
  of.map((status, at) =>
    answered({
      id: Object.keys(position)[at] ?? '',
      operation: at === position.left || at === position.other || at === position.unleftStream ? 'stream' : 'chat',
      status,
      body: { sessionId: 's' },
    }),
  );
const before = [200, 200, 200, 200];
const gone = statuses(...before, 404, 200, 200, 404);

describe('keepsLeftSession', () => {
  it('takes a session that goes on', async () => {
    const seen = statuses(...before, 200);
    expect(isQuestionRefused(seen)).toBe(false);
    expect(await keepsLeftSession(seen)).toEqual([]);
  });
  it('finds one that is gone, where an older one went on with its first id after a stream', async () => {
    expect(isQuestionRefused(gone.slice(0, position.unleftStream))).toBe(true);
    expect(await keepsLeftSession(gone)).toEqual([
      {
        subject: 'status',
        expected: 'success: the session goes on, as an older one did that nobody left',
        observed: 'status 404, {"sessionId":"s"}',
        exchange: 'again',
        kind: { is: 'status', due: 'success' },
      },
    ]);
  });
  it.each([400, 403, 404, 422])('takes %s for busy where the session goes on a little later', async (status) => {
    expect(await keepsLeftSession(statuses(...before, status, 200, 200, 200))).toEqual([]);
  });
  it.each([
    ['forgot the older session as well, or streams change its id', [404, 404, 404, 404]],
    ['takes no first id behind a streamed turn', [404, 200, 404, 404]],
  ])('does not judge a service that %s', async (_, statusesSince) => {
    expect(await keepsLeftSession(statuses(...before, ...statusesSince))).toEqual({
      inconclusive: 'the service takes the first id of a session that nobody left no longer either',
      isUnspecified: true,
    });
  });
  it('does not judge where the older session gave no id, or no stream was answered', async () => {
    expect(await keepsLeftSession(statuses(...before, 404))).toMatchObject({ isUnspecified: true });
    expect(await keepsLeftSession(statuses(200, 200, 404, 200, 404, 200, 200, 404))).toEqual({
      inconclusive: 'no stream of the session was answered, so none was aborted',
    });
  });
  it('leaves a conflict and an error of the server to other checks', async () => {
    for (const status of [409, 423, 500])
      expect(await keepsLeftSession(statuses(...before, status, 200, 200, status))).toEqual([]);
  });
  it('finds a conflict that is still there after a while, where the older session went on', async () => {
    expect(isStillBusy(statuses(...before, 409, 200, 200, 409))).toBe(true);
    expect(isStillBusy(statuses(...before, 409, 200, 200, 200))).toBe(false);
    expect(await keepsLeftSession(statuses(...before, 409, 200, 200, 409, 200))).toEqual([]);
    expect(await keepsLeftSession(statuses(...before, 409, 404, 404, 409, 409))).toMatchObject({ isUnspecified: true });
    expect(await keepsLeftSession(statuses(...before, 409, 200, 200, 409, 423))).toEqual([
      {
        subject: 'status',
        expected: 'success: the session goes on 6 s later, as an older one did that nobody left',
        observed: 'status 423, {"sessionId":"s"}',
        exchange: 'onceMore',
        kind: { is: 'status', due: 'success' },
      },
    ]);
  });
});

describe('ofLeftSession', () => {
  const asked = [onLeftSession(isNoServerError), leavesItFree] as const;

  it('judges the last turn of the session that was left, and none of the other', async () => {
    const ofOther = statuses(...before, 404, 500, 409, 404);
    for (const judge of asked) {
      expect(await judge(ofOther)).toEqual([]);
      expect(await judge(statuses(...before, 409, 200, 200, 200))).toEqual([]);
    }
  });
  it('finds an error of the server, and a conflict that stays', async () => {
    const [noServerError, notBusy] = asked;
    expect(await noServerError(statuses(...before, 500))).toMatchObject([{ exchange: 'turn' }]);
    expect(await noServerError(statuses(...before, 409, 200, 200, 500))).toMatchObject([{ exchange: 'again' }]);
    expect(await notBusy(statuses(...before, 409, 200, 200, 423))).toMatchObject([{ exchange: 'again' }]);
    expect(noServerError.ofPart).toBe('whileSending');
  });
  it('takes no conflict for one with a turn that is over where nobody left the session', async () => {
    expect(await leavesItFree(statuses(...before, 409, 200, 409, 409))).toEqual({
      inconclusive: 'the service takes the first id of a session that nobody left no longer either',
      isUnspecified: true,
    });
  });
});

/** The words that the two sessions were told, and the texts that the exchanges say, by position. */
const [older, own] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb'];
const says = (...texts: readonly (string | number)[]) =>
  texts.map((text, at) =>
    answered({
      id: Object.keys(position)[at] ?? '',
      operation: at === position.left || at === position.other || at === position.unleftStream ? 'stream' : 'chat',
      ...(typeof text === 'number' ? { status: text, body: {} } : { body: { reply: text } }),
      ...(at < position.left ? { sent: { message: at === position.unleft ? older : own } } : {}),
    }),
  );
const begun = ['', '', '', ''];

describe('keepsWhatItWasTold', () => {
  it.each([
    ['at once', says(...begun, own)],
    ['when it is asked again', says(...begun, 'No.', '', older, own)],
    ['when it is asked once more', says(...begun, 'No.', '', older, 'No.', own)],
  ])('takes a session that knows its word %s', (_when, seen) => {
    expect(keepsPlantedWord(seen)).toEqual([]);
    expect(lacksPlantedWord(seen)).toBe(false);
  });
  it('finds one that does not, where an older one knows its own', () => {
    const seen = says(...begun, 'No.', '', older, 'No.', 'No.');
    expect(lacksPlantedWord(seen)).toBe(true);
    expect(keepsPlantedWord(seen)).toEqual([
      {
        subject: 'memory',
        expected: `the word ${own}, told in the session before its stream was left, as an older session knew its own behind a whole stream`,
        observed: '3 replies lack it: turn, again, onceMore',
        exchange: 'turn',
        restsOn: ['begun', 'left', 'again', 'onceMore'],
        kind: { observed: 'the replies lack it' },
      },
    ]);
  });
  it.each([
    ['does not know its own either', says(...begun, 'No.', '', 'No.', 'No.', 'No.')],
    ['was not asked', says(...begun, 'No.')],
    ['was asked, and this one no more', says(...begun, 'No.', '', older, 'No.')],
  ])('does not judge it where the older one %s', (_what, seen) => {
    expect(keepsPlantedWord(seen)).toEqual(noMemoryShown);
  });
  it('does not judge a session that was not left, or takes no turn', () => {
    const noneLeft = { inconclusive: 'no stream of the session was answered, so none was aborted' };
    expect(keepsPlantedWord(says('', '', 404, '', own))).toEqual(noneLeft);
    expect(keepsPlantedWord(says('', ''))).toEqual(noneLeft);
    expect(keepsPlantedWord(says(...begun, 404, '', 404))).toEqual({
      inconclusive: 'the service takes the first id of a session that nobody left no longer either',
      isUnspecified: true,
    });
    expect(keepsPlantedWord(says(...begun, 404, '', older, 404))).toEqual({
      inconclusive:
        'the next chat of the session of the stream that was left got status 404: see stream.disconnect/leaves-its-session-known',
    });
    expect(keepsPlantedWord(says(...begun))).toEqual({
      inconclusive:
        'the next chat of the session of the stream that was left was not answered: see stream.disconnect/leaves-its-session-known',
    });
    expect(lacksPlantedWord(says(...begun, 404))).toBe(false);
  });
});
