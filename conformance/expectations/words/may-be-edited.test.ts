import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { mayBeEdited } from './may-be-edited.ts';

const streamOf = (...events: readonly unknown[]) =>
  answered({
    operation: 'stream',
    headers: [['content-type', 'text/event-stream']],
    body: events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join(''),
  });

describe('a stream', () => {
  it.each([
    [
      'that inserts at a place',
      [
        { at: 0, text: 'Hello you' },
        { at: 5, text: ' to' },
        { at: 12, text: '!' },
      ],
    ],
    ['that deletes', [{ text: 'Helo' }, { delete: 1 }, { text: 'lo' }]],
    ['that moves a cursor', [{ text: 'you' }, { move: -3 }, { text: 'Hello ' }]],
    ['that replaces', [{ text: 'Helo' }, { from: 'Helo', to: 'Hello' }, { text: '!' }]],
    ['that writes backspaces', [{ text: 'Helo' }, { text: '\b' }, { text: 'lo' }]],
    ['of plain text with backspaces', ['Helo', '\b', 'lo']],
  ])('%s may be edited', (_, events) => {
    expect(mayBeEdited(streamOf(...events))).toBe(true);
  });
  it.each([
    ['of pieces', [{ text: 'Hel' }, { text: 'lo' }, { text: '!', done: true, usage: 7 }]],
    ['of plain text', ['Hel', 'lo', '!']],
    ['with a session first and its end behind', [{ sessionId: 5 }, { text: 'Hel' }, { text: 'lo' }, { done: true }]],
    ['whose pieces are counted, one of which was lost', [0, 1, 2, 4, 5].map((index) => ({ index, text: 'la' }))],
    ['whose pieces are counted', [0, 1, 2, 3].map((index) => ({ index, text: 'la' }))],
    [
      'whose pieces have times',
      [1_700_000_000_000, 1_700_000_000_004, 1_700_000_000_017].map((at) => ({ at, text: 'la' })),
    ],
    ['of one choice', [0, 0, 0].map((index) => ({ choices: [{ index, delta: { content: 'la' } }] }))],
    ['of which one event came empty', [{ text: 'Hel' }, '', { text: 'lo' }]],
    ['with signs of life', [{ text: 'Hel' }, { type: 'ping' }, { text: 'lo' }]],
  ])('%s is not', (_, events) => {
    expect(mayBeEdited(streamOf(...events))).toBe(false);
  });
  it('may be edited by an event of another name, though it is empty', () => {
    const [before, behind] = ['data: {"text":"Hel"}', 'data: {"text":"lo"}'];
    const withEvent = (name: string) =>
      answered({ operation: 'stream', body: [before, `event: ${name}\ndata:`, behind, ''].join('\n\n') });
    expect(mayBeEdited(withEvent('message'))).toBe(false);
    expect(mayBeEdited(withEvent('undo'))).toBe(true);
  });
});
