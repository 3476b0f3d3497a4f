import { expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Operation } from '../../../model/exchange.ts';
import { productsBy } from './products.ts';

const bots = { bots: [{ botId: 'ada', name: 'Ada' }] };
const of = (operation: Operation, parts: Parameters<typeof answered>[0]) => answered({ ...parts, operation });
const lists = Array.from({ length: 3 }, () => of('bots', { body: bots }));
const productOf = productsBy(lists);

it.each([
  ['speech', { body: { audioBase64: 'AAAA', contentType: 'audio/mpeg' } }],
  ['chat', { body: { sessionId: 's', botId: 'ada', reply: 'Hello.' } }],
  ['bots', { body: bots }],
  ['voices', { body: { voices: ['alloy'] } }],
  ['stream', { body: 'data: x\n\n', headers: [['Content-Type', 'text/event-stream']] }],
  [undefined, { body: { reply: 'Hello.' } }],
] as const)('whoever got it, it is told by what it has: %s', (operation, parts) => {
  expect(productOf(of('speech', parts))).toBe(operation);
});
it('what is no JSON is told by how others begin, where several of one operation do', () => {
  const overwritten = of('speech', { body: `${JSON.stringify(bots)}AAAAAAAA","contentType":"audio/mpeg"}` });
  expect(productOf(overwritten)).toBe('bots');
  expect(productsBy(lists.slice(1))(overwritten)).toBeUndefined();
  const alike = { bots: [{ b: 1 }], sessionId: 's' };
  expect(productsBy([...lists, of('chat', { body: alike })])(overwritten)).toBeUndefined();
});
