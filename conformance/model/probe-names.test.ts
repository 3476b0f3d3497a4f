import { expect, it } from 'vitest';
import type { Probe } from './probe.ts';
import {
  livenessProbeAfter,
  restartedProbe,
  repeatedAlone,
  isLivenessCheckAfter,
  isRepeatedAlone,
  isRepeatedOnce,
  lastResumedName,
  renamedProbe,
  nextResumedName,
  probeNameOf,
  repeatedOnce,
} from './probe-names.ts';

const chat: Probe = { name: 'chat', needs: [], costs: { chats: 1, speeches: 0 }, steps: [] };
const sentFor = ({ name, sentAs }: Probe) => ({ probe: name, ...(sentAs && { sentAs }) });

it('a probe of which something was recorded gets another name each time', () => {
  const taken = new Set(['chat', 'chat resumed 1', 'chat twice']);
  expect(nextResumedName('chat', taken)).toBe('chat resumed 2');
  expect(nextResumedName('chat twice', taken)).toBe('chat twice resumed 1');
  expect(nextResumedName('speak', taken)).toBe('speak');
});

it('stands for the same probe under each of them', () => {
  const taken = new Set(['chat', 'chat resumed 1', 'chat resumed 2']);
  expect([lastResumedName('chat', taken), lastResumedName('speak', taken)]).toEqual(['chat resumed 2', undefined]);
  const probes = [
    chat,
    renamedProbe(chat, 'chat resumed 12'),
    repeatedAlone(chat),
    restartedProbe(chat, 2),
    renamedProbe(repeatedAlone(chat), 'chat again by itself resumed 1'),
    repeatedOnce(chat),
    restartedProbe(repeatedOnce(chat), 1),
  ];
  const sent = probes.map(sentFor);
  expect(new Set(sent.map(({ probe }) => probe)).size).toBe(probes.length);
  expect(new Set(sent.map(probeNameOf))).toEqual(new Set(['chat']));
  expect(sent.map(isRepeatedOnce)).toEqual([false, false, false, false, false, true, true]);
  expect(sent.map(isRepeatedAlone)).toEqual([false, false, true, false, true, false, false]);
  expect(renamedProbe(chat, 'chat')).toBe(chat);
});

it('tells what was asked for after an exchange that fell silent, and not for itself', () => {
  const asked = livenessProbeAfter({ ...chat, name: 'bots' }, 'chat#1');
  const sent = sentFor(renamedProbe(asked, `${asked.name} resumed 1`));
  expect([['chat#1'], ['chat#2']].map((ids) => isLivenessCheckAfter(sent, ids))).toEqual([true, false]);
  expect(probeNameOf(sent)).toBe('bots after chat#1');
});
