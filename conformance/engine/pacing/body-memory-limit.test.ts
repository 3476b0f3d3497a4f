import { expect, it } from 'vitest';
import { createBodyMemoryLimit } from './concurrency-limit.ts';

const megabyte = 1024 * 1024;

it('lets few go together as long as nobody knows how large the answers of a kind are', () => {
  const bodies = createBodyMemoryLimit();
  bodies.begun('chat');
  bodies.begun('speech');
  bodies.ended('chat', 200);
  expect(bodies.maxConcurrent()).toBe(8);
  bodies.ended('speech', 200);
  bodies.begun('speech');
  expect(bodies.maxConcurrent()).toBeGreaterThan(1_000);
});

it('lets as many go together as find room with the largest, and never fewer than four', () => {
  const bodies = createBodyMemoryLimit();
  bodies.begun('speech');
  bodies.ended('speech', 4 * megabyte);
  bodies.ended('speech', 10);
  expect(bodies.maxConcurrent()).toBe(16);
  bodies.ended('speech', 32 * megabyte);
  expect(bodies.maxConcurrent()).toBe(4);
});

it('does not hold small ones back for the large ones that might be among them', () => {
  const bodies = createBodyMemoryLimit();
  bodies.ended('speech', 4 * megabyte);
  bodies.ended('chat', 1_000);
  for (let each = 0; each < 60; each += 1) bodies.begun('chat');
  expect(bodies.maxConcurrent()).toBe(75);
  for (let each = 0; each < 10; each += 1) bodies.begun('speech');
  expect(bodies.maxConcurrent()).toBe(75);
  for (let each = 0; each < 5; each += 1) bodies.begun('speech');
  expect(bodies.maxConcurrent()).toBe(75);
  for (let each = 0; each < 60; each += 1) bodies.ended('chat', 1_000);
  expect(bodies.maxConcurrent()).toBe(16);
});
