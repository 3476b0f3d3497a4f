import { expect, it } from 'vitest';
import { textOfFile } from '../testing/documentation.testing.ts';
import { derivedLines, withDerived } from './derived-lines.ts';

it.each(derivedLines)('$file has the line that follows from the code: else npm run schemas', (derived) => {
  expect(textOfFile(derived.file).split('\n')).toContain(derived.line);
});

it('a line that begins as it does is replaced, and no other', () => {
  const derived = { file: 'f', begins: '| a |', line: '| a | 2 |' };
  expect(withDerived('x\n| a | 1 |\n| b | 1 |\n', derived)).toBe('x\n| a | 2 |\n| b | 1 |\n');
  expect(() => withDerived('| b | 1 |', derived)).toThrow('f has no line that begins with "| a |".');
});
