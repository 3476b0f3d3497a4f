import { expect, it } from 'vitest';
import type { Probe } from './probe.ts';
import {
  askedAfter,
  begunAnew,
  byItself,
  isAskedAfter,
  isByItself,
  isOnceMore,
  lastName,
  namedProbe,
  nextName,
  probeNameOf,
  sentOnceMore,
} from './probe-names.ts';

const chat: Probe = { name: 'chat', needs: [], costs: { chats: 1, speeches: 0 }, steps: [] };
const sentFor = ({ name, sentAs }: Probe) => ({ probe: name, ...(sentAs && { sentAs }) });

it('a probe of which something was recorded gets another name each time', () => {
  const taken = new Set(['chat', 'chat resumed 1', 'chat twice']);
  expect(nextName('chat', taken)).toBe('chat resumed 2');
  expect(nextName('chat twice', taken)).toBe('chat twice resumed 1');
  expect(nextName('speak', taken)).toBe('speak');
});

it('stands for the same probe under each of them', () => {
  const taken = new Set(['chat', 'chat resumed 1', 'chat resumed 2']);
  expect([lastName('chat', taken), lastName('speak', taken)]).toEqual(['chat resumed 2', undefined]);
  const probes = [
    chat,
    namedProbe(chat, 'chat resumed 12'),
    byItself(chat),
    begunAnew(chat, 2),
    namedProbe(byItself(chat), 'chat again by itself resumed 1'),
    sentOnceMore(chat),
    begunAnew(sentOnceMore(chat), 1),
  ];
  const sent = probes.map(sentFor);
  expect(new Set(sent.map(({ probe }) => probe)).size).toBe(probes.length);
  expect(new Set(sent.map(probeNameOf))).toEqual(new Set(['chat']));
  expect(sent.map(isOnceMore)).toEqual([false, false, false, false, false, true, true]);
  expect(sent.map(isByItself)).toEqual([false, false, true, false, true, false, false]);
  expect(namedProbe(chat, 'chat')).toBe(chat);
});

it('tells what was asked for after an exchange that fell silent, and not for itself', () => {
  const asked = askedAfter({ ...chat, name: 'bots' }, 'chat#1');
  const sent = sentFor(namedProbe(asked, `${asked.name} resumed 1`));
  expect([['chat#1'], ['chat#2']].map((ids) => isAskedAfter(sent, ids))).toEqual([true, false]);
  expect(probeNameOf(sent)).toBe('bots after chat#1');
});
