import { describe, expect, it } from 'vitest';
import { nearestIds } from './nearest-ids.ts';

const ids = ['speech.speed/rejects-above-maximum', 'speech.speed/rejects-zero', 'chat.text/rejects-zero'];

describe('the ids nearest to a wrong one', () => {
  it.each([
    ['a slip in the whole id', 'speech.sped/rejects-zero', ['speech.speed/rejects-zero']],
    ['a slip in its name alone', 'rejects-above-maximun', ['speech.speed/rejects-above-maximum']],
    ['the name of several, shortest first', 'rejects-zero', ['chat.text/rejects-zero', 'speech.speed/rejects-zero']],
    ['another word', 'xylophone', []],
  ])('%s', (_, wrong, near) => expect(nearestIds(wrong, ids)).toEqual(near));
});
