import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { anewName } from '../../model/probe-names.ts';
import { plainChat } from '../../model/probes/plain-chat.ts';
import { passedOverIn } from './passed-over.ts';

function chat(bot: string, status: number, probe = plainChat.name) {
  const exchange = answered({ operation: 'chat', status });
  const url = `http://service.test/v1/bots/${bot}/chat`;
  return { ...exchange, probe, request: { ...exchange.request, url } };
}

it('names the bot that was talked to, where those before it were refused', () => {
  const third = chat('c', 200, anewName(plainChat.name, 2));
  expect(passedOverIn([chat('a', 409), chat('b', 403, anewName(plainChat.name, 1)), third])).toEqual({
    passedOver: { bots: 2, status: 409, bot: 'c' },
  });
  expect(passedOverIn([chat('a', 200)])).toEqual({});
  expect(passedOverIn([chat('a', 409), chat('b', 409, anewName(plainChat.name, 1))])).toEqual({});
});
