import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { mayBeFiltered } from './may-be-filtered.ts';

const refused = (sent: object, status = 403) => answered({ operation: 'chat', sent, status, body: {} });

describe('mayBeFiltered', () => {
  it.each(['a<!--a', 'a</p>', 'a<a', '<?xml', 'a{{x}}', 'a{{', '${x}a', 'a#{x}'])('is true of a refused %s', (text) => {
    for (const status of [400, 403, 406, 422, 451])
      expect(mayBeFiltered(refused({ message: text }, status))).toBe(true);
    expect(mayBeFiltered(refused({ text: 'a', instructions: text }))).toBe(true);
  });
  it.each(['a', '', 'a < b', 'a<', '{0}', '$1', '%41', 'a&amp;', '"', '👋', 'e\u0301', ' a', '-->', '\\'])(
    'is false of a refused %j, which no filter looks for',
    (text) => {
      expect(mayBeFiltered(refused({ message: text }))).toBe(false);
    },
  );
  it.each([200, 401, 402, 404, 413, 415, 429, 500, 503])('is false of a status %i, which no filter says', (status) => {
    expect(mayBeFiltered(refused({ message: 'a<!--a' }, status))).toBe(false);
  });
});
