import { expect, it } from 'vitest';
import { sizeText } from './size.ts';

it.each([
  [1, '1 byte'],
  [817, '817 bytes'],
  [1024, '1 KB'],
  [1_500_000, '1.4 MB'],
  [32 * 2 ** 20, '32 MB'],
  [2 ** 30, '1 GB'],
  [3.3 * 2 ** 30, '3.3 GB'],
])('%i bytes are told as %s', (bytes, told) => expect(sizeText(bytes)).toBe(told));
