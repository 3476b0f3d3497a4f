import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { conversationsAreKept, eachRecallsItsOwn, needsCapacityEvidence } from './many-conversations.ts';
import {
  soleSessionIn,
  beforeSoleSession,
  capacityEvidence,
  soleSessionMessage,
  isSoleSessionContinued,
} from './session-capacity.ts';

const word = 'zqaaaaaaaaaa';
const turn = (id: string, sent: object, sessionId: string, reply = 'Well.'): Exchange =>
  answered({ id, operation: 'chat', sent, body: { sessionId, reply } });
const begins = (of: string): Exchange => turn(`begins ${of}`, { message: `A word: zq${of.repeat(10)}` }, of);
const asks = (of: string, answeredAs: string): Exchange =>
  turn(`asks ${of}`, { message: 'Which?', sessionId: of }, answeredAs);

const two = [begins('b'), begins('c'), asks('b', 'd'), asks('c', 'e')];
const told: Exchange = { ...turn('told', { message: soleSessionMessage(word) }, 'x'), role: 'alone' };
const known = turn('known', { message: 'Which?', sessionId: 'x' }, 'x', `You said ${word}.`);
const others = ['f', 'g'].map((id) => turn(id, { message: 'Hello!' }, id));
const lost = turn('lost', { message: 'Which?', sessionId: 'x' }, 'h', 'None so far.');
const room = {
  because:
    'a session that was known was answered as another one (lost) once 2 others had begun, as these were: how many sessions a service keeps is not specified',
  isUnspecified: true,
};

describe('a session that was known until others began', () => {
  const whole = [...two, told, known, ...others, lost];
  it('stands behind those at once', () => {
    expect(soleSessionIn(whole)).toEqual([told, known, ...others, lost]);
    expect(beforeSoleSession(whole)).toEqual(two);
    expect([soleSessionIn(two), beforeSoleSession(two)]).toEqual([[], two]);
  });
  it('shows that so many are not kept, which leaves open what many at once do', () => {
    expect(capacityEvidence(2, whole)).toEqual(room);
    expect(eachRecallsItsOwn.shownIn(whole)).toEqual(room);
    expect(conversationsAreKept(whole)).toEqual({ inconclusive: room.because, isUnspecified: true });
  });
  it('shows nothing where it still goes on, or was not known before, or fewer others began', () => {
    const still = [...two, told, known, ...others, known];
    const never = [...two, told, turn('silent', { message: 'Which?', sessionId: 'x' }, 'x'), ...others, lost];
    const rotated = [...two, told, turn('r', { message: 'Which?', sessionId: 'x' }, 'y', word), ...others, lost];
    const few = [...two, told, known, ...others.slice(1), lost];
    for (const seen of [still, never, rotated, few, [...two, told, known], two]) {
      expect(capacityEvidence(2, seen)).toBeUndefined();
      const { because } = eachRecallsItsOwn.shownIn(seen) as { because: string; isUnspecified?: true };
      expect(because).toContain('the bot showed no memory');
    }
    expect([never, rotated].map(isSoleSessionContinued)).toEqual([false, false]);
    expect(isSoleSessionContinued(whole)).toBe(true);
  });
  it('is worth beginning only where each of the others was answered as another one', () => {
    expect(needsCapacityEvidence(two)).toBe(true);
    expect(needsCapacityEvidence([...two.slice(0, 3), asks('c', 'c')])).toBe(false);
    expect(needsCapacityEvidence(two.slice(0, 2))).toBe(false);
  });
});
