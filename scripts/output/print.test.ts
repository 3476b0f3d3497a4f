import { createWriteStream, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../errors/usage-error.ts';
import { printResult } from './print.ts';

type Done = (error?: Error | null) => void;

function failing(code: string): { readonly write: (text: string, done: Done) => void } {
  return { write: (_text, done) => done(Object.assign(new Error(`${code}: it failed`), { code })) };
}

describe('a result on stdout', () => {
  it('is written as one text with its line end', async () => {
    const texts: string[] = [];
    const write = (text: string, done: Done): void => {
      texts.push(text);
      done();
    };
    await printResult('{}', { write });
    expect(texts).toEqual(['{}\n']);
  });
  it('that could not be written is no result', async () => {
    await expect(printResult('{}', failing('ENOSPC'))).rejects.toThrow(StorageError);
    await expect(printResult('{}', failing('ENOSPC'))).rejects.toThrow('stdout could not be written: ');
  });
  it('may be read no further than its reader likes', async () => {
    await expect(printResult('{}', failing('EPIPE'))).resolves.toBeUndefined();
  });
  it.runIf(existsSync('/dev/full'))('is told from one that a full disk took', async () => {
    const full = createWriteStream('/dev/full');
    full.on('error', () => undefined);
    await expect(printResult('{}', full)).rejects.toThrow(/^stdout could not be written: .*(no space left|ENOSPC)/i);
  });
});
