import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInvalidPathSegment, pathSegment } from './path-segment.ts';

it('what can be a segment of a path is one after any client has read the URL, and is the same text', () => {
  const odd = fc.constantFrom(
    '.',
    '..',
    '...',
    '%2e',
    '%2E%2e',
    '/',
    '\\',
    '?',
    '#',
    '\t',
    '\n',
    '\0',
    'é',
    '\ud800',
    'a',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.array(odd, { minLength: 1 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (id) => {
      if (isInvalidPathSegment(id)) return;
      const { pathname, search, hash } = new URL(`http://host/v1/bots/${pathSegment(id)}/chat`);
      const [, segment, ...more] = /^\/v1\/bots\/([^/]*)\/chat$/.exec(pathname) ?? [];
      expect({ id: decodeURIComponent(segment ?? ''), search, hash, more }).toEqual({
        id,
        search: '',
        hash: '',
        more: [],
      });
    }),
    { numRuns: 2_000 },
  );
});

it('what is folded away, or cannot be spelled, is none', () => {
  expect(['.', '..', '\ud800', 'a\udfff'].filter((id) => !isInvalidPathSegment(id))).toEqual([]);
  expect(['...', 'a', '%2e', '%2E%2E', '../..', ' ', '\u{1f600}'].filter(isInvalidPathSegment)).toEqual([]);
});
