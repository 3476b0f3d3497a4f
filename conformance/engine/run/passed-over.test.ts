import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { restartedProbe } from '../../model/probe-names.ts';
import { plainChat } from '../../model/probes/plain-chat.ts';
import { passedOverIn } from './passed-over.ts';

function chat(bot: string, status: number, time = 0) {
  const exchange = answered({ operation: 'chat', status });
  const url = `http://service.test/v1/bots/${bot}/chat`;
  const { name, sentAs } = time === 0 ? plainChat : restartedProbe(plainChat, time);
  return { ...exchange, probe: name, ...(sentAs && { sentAs }), request: { ...exchange.request, url } };
}

it('names the bot that was talked to, where those before it were refused', () => {
  const third = chat('c', 200, 2);
  expect(passedOverIn([chat('a', 409), chat('b', 403, 1), third])).toEqual({
    passedOver: { bots: 2, status: 409, bot: 'c' },
  });
  expect(passedOverIn([chat('a', 200)])).toEqual({});
  expect(passedOverIn([chat('a', 409), chat('b', 409, 1)])).toEqual({});
});
