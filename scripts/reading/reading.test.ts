import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, closeSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { TooLong } from './open-plain.ts';
import { readJson } from './read-json.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readLines } from './read-lines.ts';
import { readText } from './read-text.ts';

/** The path of a file that holds this. */
function holding(content: string | Uint8Array): string {
  const path = join(emptyFolder(), 'given');
  writeFileSync(path, content);
  return path;
}

/** What stands in the place of a file. */
function madeBy(make: (path: string) => unknown): string {
  const path = join(emptyFolder(), 'given');
  make(path);
  return path;
}

const socket = (path: string): unknown => {
  const make = 'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))';
  return spawnSync(process.execPath, ['-e', make, path]);
};

describe('a file that somebody hands over', () => {
  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a device', (path: string) => symlinkSync('/dev/zero', path)],
    ['a socket', socket],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ])('that is %s is refused by its kind, without a wait', (kind, make) => {
    const path = madeBy(make);
    expect(() => [...readLines({ path }, { most: 99, mostLine: 9 })]).toThrow(`${path} is ${kind}, expected a file`);
  });
  it('that is not there is said, with its flag', () => {
    expect(() => readText({ path: 'nowhere', as: '--ca' }, 99)).toThrow('--ca nowhere cannot be read: ENOENT');
  });
  it('is read through links', () => {
    const path = holding('text');
    expect(readText({ path: madeBy((link) => symlinkSync(path, link)) }, 4)).toBe('text');
  });
  it('may come out of a pipe, as what a command prints does, up to the same bound', () => {
    const path = madeBy((pipe) => execFileSync('mkfifo', [pipe]));
    const write = (text: string): void =>
      void spawn('sh', ['-c', `sleep 0.2; printf '%s' "$1" > "$2"`, 'sh', text, path]);
    write('out of a pipe');
    expect(readText({ path }, 20)).toBe('out of a pipe');
    write('far more than that');
    expect(() => readText({ path }, 5)).toThrow('is a pipe with more than');
  });
  it('is refused with its size where it is too long, and not read', () => {
    const path = holding('');
    truncateSync(path, 2 ** 30);
    const says = `${path} has 1 GB, and at most 2 MB are read: is it the right file?`;
    expect(() => readText({ path }, 2 * 2 ** 20)).toThrow(new TooLong(says));
    expect(() => [...readLines({ path }, { most: 2 * 2 ** 20, mostLine: 9 })]).toThrow(new TooLong(says));
  });
  it.skipIf(process.platform !== 'linux')('is read where it has no size, as files of the system', () => {
    expect(readText({ path: '/proc/self/status' }, 2 ** 20)).toMatch(/^Name:/);
  });
  it('has to be UTF-8, and where it is not is said to the byte', () => {
    const path = holding(Buffer.from('one\ntwo \xe9 three\n', 'latin1'));
    const says = `${path} is not UTF-8: line 2 has the byte 0xe9 at offset 8`;
    expect(() => readText({ path }, 99)).toThrow(says);
    expect(() => [...readLines({ path }, { most: 99, mostLine: 99 })]).toThrow(says);
    const wide = holding(Buffer.from('\ufefftext', 'utf16le'));
    expect(() => readText({ path: wide }, 99)).toThrow(
      `${wide} is not UTF-8: it begins as UTF-16 does; save it as UTF-8`,
    );
  });
  it('may begin with a byte order mark, which is not part of its text', () => {
    expect(readText({ path: holding('\ufefftext') }, 99)).toBe('text');
  });
});

describe('lines', () => {
  const linesOf = (content: string | Uint8Array, mostLine = 99) => [
    ...readLines({ path: holding(content) }, { most: 2 ** 20, mostLine }),
  ];
  it('come one by one, numbered, and the last may have no end', () => {
    expect(linesOf('a\n\nb')).toEqual([
      { text: 'a', number: 1, isEnded: true },
      { text: '', number: 2, isEnded: true },
      { text: 'b', number: 3, isEnded: false },
    ]);
    expect(linesOf('')).toEqual([]);
  });
  it('are put together where they are longer than what is read at once', () => {
    const long = 'é'.repeat(400_000);
    expect(linesOf(`${long}\nx\n`, 2 ** 20).map(({ text }) => text === long || text)).toEqual([true, 'x']);
  });
  it('are refused where one is too long, by its number', () => {
    expect(() => linesOf(`a\n${'b'.repeat(100)}\n`)).toThrow('given, line 2, is longer than');
  });
  it('may be torn within a letter at the end, and nowhere else', () => {
    expect(linesOf(Buffer.from('aé').subarray(0, 2))).toEqual([{ text: 'a', number: 1, isEnded: false }]);
    expect(() => linesOf(Buffer.from([0x61, 0xc3, 0x0a]))).toThrow(
      'is not UTF-8: line 1 has the byte 0xc3 at offset 1',
    );
  });
  it('close their file, also where nobody reads on', () => {
    const path = holding('a\nb\n');
    const next = (): number => {
      const fd = openSync(path, 'r');
      closeSync(fd);
      return fd;
    };
    const before = next();
    for (const _ of readLines({ path }, { most: 99, mostLine: 99 })) break;
    expect(next()).toBe(before);
  });
});

describe('JSON of a file', () => {
  it('nests, and holds, within bounds', () => {
    const deep = holding('['.repeat(100_000) + ']'.repeat(100_000));
    expect(() => readJson({ path: deep })).toThrow(`${deep} is JSON nested 100,000 levels deep`);
    expect(readJson({ path: holding('{"a":1') })).toBeUndefined();
  });
  it('takes no more memory than is said, however short its lines are', () => {
    const path = holding(`${'[[],[],[],[]]'.padEnd(20)}\n`.repeat(3));
    expect([...readJsonLines({ path }, 99)]).toHaveLength(3);
    const flood = holding(`[${'[],'.repeat(1_900_000)}[]]\n`.repeat(6));
    expect(() => [...readJsonLines({ path: flood })].length).toThrow('takes more than 400 MB of memory');
  });
});
