import { describe, expect, it } from 'vitest';
import { sampleFinding } from '../check/sample-run.testing.ts';
import { anchorOf, checkAnchor, placesIn } from './anchor.ts';

describe('the anchor of a check', () => {
  it('is its id, so that an address can be guessed', () => {
    expect(checkAnchor('speech.speed/rejects-above-maximum')).toBe('speech.speed/rejects-above-maximum');
  });

  it('is nobody else’s, whatever an id is made of', () => {
    const ids = [
      'a',
      'check/_5f_/a',
      'check/_/a',
      'a b',
      'a_20_b',
      'a%20b',
      'clause-2.5',
      'a~2',
      'a/b',
      'a/b~2',
      'a?b/c',
    ];
    const anchors = [...ids.flatMap((id) => [checkAnchor(id), checkAnchor(id, 2)]), anchorOf('clause', '2.5')];
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(anchors.filter((anchor) => !/^[a-zA-Z0-9._~/-]+$/.test(anchor))).toEqual([]);
  });

  it('is that of the failure where a property has several findings', () => {
    const [passed, failed] = (['pass', 'fail'] as const).map((is) =>
      sampleFinding('p/q', '2.5', { verdict: is === 'pass' ? { is } : { is, because: 'x' } }),
    );
    if (passed === undefined || failed === undefined) throw new Error('two were made');
    const placeOf = placesIn({
      plan: { checks: [], atMost: { chats: 0, speeches: 0, credits: 0 } },
      findings: [passed, failed],
    });
    expect([placeOf(failed), placeOf(passed)]).toEqual(['p/q', 'p/q~2']);
  });
});
