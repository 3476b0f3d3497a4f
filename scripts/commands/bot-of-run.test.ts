import { expect, it } from 'vitest';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import { botOf } from './reproduce.ts';

const asked = (bot: string) => {
  const exchange = answered({ operation: 'chat' });
  return { ...exchange, request: { ...exchange.request, url: `http://a/v1/bots/${bot}/chat` } };
};
const list = answered({ operation: 'bots', body: [{ botId: 'support' }] });

it('the bot of a run is the first that it asked of those that were listed', () => {
  expect(botOf({ exchanges: [list, asked('none'), asked('support')] })).toBe('support');
  expect(botOf({ exchanges: [list, asked('none')] })).toBeUndefined();
  expect(botOf({ exchanges: [asked('support')] })).toBeUndefined();
});
