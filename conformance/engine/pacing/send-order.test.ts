import { expect, it } from 'vitest';
import type { Probe } from '../../model/probe.ts';
import { sendOrderAfter } from './send-order.ts';

const probe = (name: string, more: Partial<Probe> = {}): Probe => {
  return { name, needs: [], costs: { chats: 0, speeches: 0 }, steps: [() => []], ...more };
};

it('gives turns as they are asked for, long chains early ones, and the first to what tells of a refusal', () => {
  const { turnOf } = sendOrderAfter('list');
  const plain = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => turnOf(probe(name)));
  expect(plain).toEqual(plain.toSorted((a, b) => a - b));
  const chain = turnOf(probe('chain', { steps: Array.from({ length: 12 }, () => () => []) }));
  const telling = turnOf(probe('telling', { refusals: { is: 'shown', isShown: () => true } }));
  expect(turnOf(probe('list'))).toBe(0);
  expect(telling).toBeGreaterThan(0);
  const tellingToo = turnOf(probe('telling too', { refusals: { is: 'shown', isShown: () => true } }));
  expect(tellingToo).toBeGreaterThan(telling);
  expect(tellingToo).toBeLessThan(Math.min(...plain));
  expect(telling).toBeLessThan(Math.min(...plain));
  expect(chain).toBeLessThan(plain[2] ?? 0);
  expect(turnOf(probe('a'))).toBe(plain[0]);
});

it('lets nothing that is asked for later overtake what is lined up first, however long', () => {
  const { turnOf, lineUpFirst } = sendOrderAfter('list');
  const first = Array.from({ length: 40 }, (_, at) => probe(`first ${at}`));
  lineUpFirst(first);
  const long = probe('chain', { steps: Array.from({ length: 12 }, () => () => []) });
  const [chain, plain] = [turnOf(long), turnOf(probe('plain'))];
  const turns = first.map((each) => turnOf(each));
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  expect(chain).toBeGreaterThan(Math.max(...turns));
  expect(chain).toBeLessThan(plain);
});
