import { describe, expect, it } from 'vitest';
import { misreadBot } from './probes.ts';

describe('a bot id that was not given out', () => {
  it.each([
    ['support', 'supqhsv'],
    ['acme:Helper-19', 'acme:Helpfs-22'],
    ['7d444840-9dc0-41d1-b245-5ffdce74fadf', '7d444840-9dc0-41d1-b245-5ffdce74abea'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G6ABW'],
    ['17', '22'],
    ['Bölio', 'Cöhhh'],
    ['бот', 'бот2'],
  ])('looks like %s: %s', (id, misread) => {
    expect(misreadBot(id)).toBe(misread);
  });
});
