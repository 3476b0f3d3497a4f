import { expect, it } from 'vitest';
import { everyCheck } from '../../every.ts';
import { families, isAboutLeaks, isAboutOperation, isOfFamily, nameOfAnyOperation } from './check-id.ts';

const ids = everyCheck.map(({ id }) => id);

it('every check is of one family, and no family is empty', () => {
  expect(ids.filter((id) => families.filter((family) => isOfFamily(id, family)).length !== 1)).toEqual([]);
  expect(families.filter((family) => !ids.some((id) => isOfFamily(id, family)))).toEqual([]);
});

it('the family of an operation is about it, and no other is', () => {
  const [chat, charge] = ['chat.reply/is-json', 'metering.counts/chats'];
  expect([isAboutOperation(chat, 'chat'), isAboutOperation(chat, 'stream'), isAboutOperation(charge, 'chat')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isAboutOperation('other.a/b', 'other')).toBe(false);
});

it('checks that ask the same of several operations have one name but for these', () => {
  const [chat, stream] = ['auth.body/session-is-no-token-of-chat', 'auth.body/session-is-no-token-of-stream'];
  expect(ids).toEqual(expect.arrayContaining([chat, stream]));
  expect(nameOfAnyOperation(chat)).toBe(nameOfAnyOperation(stream));
  expect(nameOfAnyOperation(chat)).not.toBe(nameOfAnyOperation('auth.body/refused-chat-is-no-turn'));
});

it('what is about leaks is about sessions, and not of one that a caller has for himself', () => {
  const leaks = ids.filter(isAboutLeaks);
  expect([...new Set(leaks.map((id) => id.slice(0, id.indexOf('/'))))].toSorted()).toEqual([
    'sessions.callers',
    'sessions.foreign',
    'sessions.foreign-ids',
    'sessions.isolation',
  ]);
});
