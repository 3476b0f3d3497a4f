import { expect, it } from 'vitest';
import {
  afterName,
  againName,
  anewName,
  isAskedAfter,
  isOnceMore,
  lastName,
  nextName,
  onceMoreName,
  probeNameOf,
} from './probe-names.ts';

it('a probe of which something was recorded gets another name each time', () => {
  const taken = new Set(['chat', 'chat resumed 1', 'chat twice']);
  expect(nextName('chat', taken)).toBe('chat resumed 2');
  expect(nextName('chat twice', taken)).toBe('chat twice resumed 1');
  expect(nextName('speak', taken)).toBe('speak');
});

it('stands for the same probe under each of them', () => {
  const taken = new Set(['chat', 'chat resumed 1', 'chat resumed 2']);
  expect([lastName('chat', taken), lastName('speak', taken)]).toEqual(['chat resumed 2', undefined]);
  const names = [
    'chat',
    'chat resumed 12',
    againName('chat'),
    anewName('chat', 2),
    `${againName('chat')} resumed 1`,
    onceMoreName('chat'),
    anewName(onceMoreName('chat'), 1),
  ];
  expect(new Set(names.map((probe) => probeNameOf({ probe })))).toEqual(new Set(['chat']));
  expect(names.map((probe) => isOnceMore({ probe }))).toEqual([false, false, false, false, false, true, true]);
  expect(probeNameOf({ probe: 'two streams, and a stream by itself' })).toBe('two streams, and a stream by itself');
});

it('tells what was asked for after an exchange that fell silent', () => {
  const asked = (id: string) => isAskedAfter({ probe: `${afterName('bots', 'chat#1')} resumed 1` }, [id]);
  expect([asked('chat#1'), asked('chat#2')]).toEqual([true, false]);
});
