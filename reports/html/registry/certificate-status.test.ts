import { expect, it } from 'vitest';
import { badgeFileOf } from './certificate-status.ts';

it('names the badge of a service by its target, and of no other', () => {
  const names = [
    'https://acme.example',
    'http://acme.example',
    'http://acme.example/8080',
    'http://acme.example:8080',
    'https://acme.example/API',
    'https://acme.example/api',
    'https://acme.example_3a_1',
    'https://acme.example:1',
    'acme.example',
    'https://../acme.example',
    '',
    `https://acme.example/${'long/'.repeat(99)}1`,
    `https://acme.example/${'long/'.repeat(99)}2`,
  ].map(badgeFileOf);
  expect(names.slice(0, 4)).toEqual([
    'acme.example.svg',
    'http__acme.example.svg',
    'http__acme.example_2f_8080.svg',
    'http__acme.example_3a_8080.svg',
  ]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^[a-z0-9_][a-z0-9._-]*\.svg$/);
    expect(name.length).toBeLessThan(255);
  }
});
