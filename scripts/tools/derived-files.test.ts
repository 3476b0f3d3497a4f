import { expect, it } from 'vitest';
import { textOfFile } from '../testing/documentation.testing.ts';
import { derivedFiles, withLine } from './derived-files.ts';

it.each(derivedFiles)('$file says what follows from the code: else npm run schemas', ({ file, textFrom }) => {
  const text = textOfFile(file);
  expect(text).toBe(textFrom(text));
});

it('ends the line that begins so, and no other', () => {
  expect(withLine('x\n| a | 1 |\n| b | 1 |\n', '| a | ', '2 |')).toBe('x\n| a | 2 |\n| b | 1 |\n');
  expect(() => withLine('| b | 1 |', '| a | ', '2 |')).toThrow('There is no line that begins with "| a | ".');
});
