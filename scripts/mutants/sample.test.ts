import { expect, it } from 'vitest';
import { drawSample } from './sample.ts';

const all = Array.from({ length: 50 }, (_, index) => ({ id: `service/chat#${index}` }));

it('draws as many as asked, the same ones for the same seed', () => {
  expect(drawSample(all, 10, 1)).toHaveLength(10);
  expect(drawSample(all, 10, 1)).toEqual(drawSample(all.toReversed(), 10, 1));
  expect(drawSample(all, 10, 2)).not.toEqual(drawSample(all, 10, 1));
});
it('draws all where there are no more', () => {
  expect(new Set(drawSample(all, 400, 1))).toEqual(new Set(all));
});
it('draws the others still when one is gone, and the next in its place', () => {
  const [gone, ...rest] = drawSample(all, 10, 1);
  const again = drawSample(
    all.filter((one) => one !== gone),
    10,
    1,
  );
  expect(again.slice(0, 9)).toEqual(rest);
});
