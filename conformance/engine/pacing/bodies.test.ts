import { expect, it } from 'vitest';
import { createBodyMemoryLimit } from './bodies.ts';

const megabyte = 1024 * 1024;

it('lets few go together as long as nobody knows how large the answers of a kind are', () => {
  const bodies = createBodyMemoryLimit();
  bodies.asked('chat');
  bodies.asked('speech');
  bodies.came('chat', 200);
  expect(bodies.together()).toBe(8);
  bodies.came('speech', 200);
  bodies.asked('speech');
  expect(bodies.together()).toBeGreaterThan(1_000);
});

it('lets as many go together as find room with the largest, and never fewer than four', () => {
  const bodies = createBodyMemoryLimit();
  bodies.asked('speech');
  bodies.came('speech', 4 * megabyte);
  bodies.came('speech', 10);
  expect(bodies.together()).toBe(16);
  bodies.came('speech', 32 * megabyte);
  expect(bodies.together()).toBe(4);
});

it('does not hold small ones back for the large ones that might be among them', () => {
  const bodies = createBodyMemoryLimit();
  bodies.came('speech', 4 * megabyte);
  bodies.came('chat', 1_000);
  for (let each = 0; each < 60; each += 1) bodies.asked('chat');
  expect(bodies.together()).toBe(75);
  for (let each = 0; each < 10; each += 1) bodies.asked('speech');
  expect(bodies.together()).toBe(75);
  for (let each = 0; each < 5; each += 1) bodies.asked('speech');
  expect(bodies.together()).toBe(75);
  for (let each = 0; each < 60; each += 1) bodies.came('chat', 1_000);
  expect(bodies.together()).toBe(16);
});
