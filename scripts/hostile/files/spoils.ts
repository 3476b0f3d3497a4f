import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';

/** Puts something else in the place of a file, whose lawful text is given. */
type Spoil = (path: string, lawful: string) => void;

const writes =
  (change: (lawful: string) => string | Uint8Array): Spoil =>
  (path, lawful) =>
    writeFileSync(path, change(lawful));

const instead =
  (make: (path: string) => unknown): Spoil =>
  (path) => {
    rmSync(path, { force: true, recursive: true });
    make(path);
  };

const gigabyte = 2 ** 30;
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** What is left of it where each line of JSON is changed as text. */
const laughs = [
  'a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
  ...[...'bcdefghij'].map(
    (name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join(', ')}]`,
  ),
].join('\n');

/** Every way in which a file that somebody hands over is not what it should be. */
export const spoils = {
  'is gone': instead(() => undefined),
  'is empty': writes(() => ''),
  'is cut in half': writes((lawful) => lawful.slice(0, lawful.length / 2)),
  'is cut by 5 letters': writes((lawful) => lawful.slice(0, -5)),
  'is no UTF-8': writes((lawful) => Buffer.from(lawful.replaceAll('e', '\xff'), 'latin1')),
  'is UTF-16': writes((lawful) => Buffer.from(`\ufeff${lawful}`, 'utf16le')),
  'begins with a byte order mark': writes((lawful) => `\ufeff${lawful}`),
  'ends its lines in CR and LF': writes((lawful) => lawful.replaceAll('\n', '\r\n')),
  'is a line of 1 GB': (path) => {
    writeFileSync(path, '');
    truncateSync(path, gigabyte);
  },
  'goes on for 1 GB': (path, lawful) => {
    writeFileSync(path, lawful);
    truncateSync(path, gigabyte);
  },
  'is 30 million short lines': writes(() => Buffer.alloc(90_000_000, '{}\n')),
  'is of another schema': writes((lawful) => lawful.replaceAll(/assay\.(\w+)\/1/g, 'assay.$1/999')),
  'is null': writes(() => 'null\n'),
  'is a list of lists': writes(() => '[[[]]]\n'),
  'is 1e999': writes(() => '1e999\n'),
  'is nested 100,000 deep': writes(() => `${deep(100_000)}\n`),
  'holds a value 100,000 deep': writes((lawful) =>
    lawful
      .replaceAll(/:(\d+|"[^"]*")(?=[,}])/g, (_, value: string, at: number) =>
        at % 7 === 0 ? `:${deep(100_000)}` : `:${value}`,
      )
      .slice(0, 20_000_000),
  ),
  'holds numbers beyond doubles': writes((lawful) => lawful.replaceAll(/(:\s*)-?\d+(\.\d+)?/g, '$11e999')),
  'holds numbers below zero': writes((lawful) => lawful.replaceAll(/(:\s*)(\d+)/g, '$1-$2')),
  'holds numbers of a million digits': writes((lawful) =>
    lawful.replace(/(:\s*)\d+/, (_, colon: string) => `${colon}${'9'.repeat(1_000_000)}`),
  ),
  'holds null for every text': writes((lawful) => lawful.replaceAll(/(:\s*)"(?:[^"\\]|\\.)*"/g, '$1null')),
  'holds an object for every text': writes((lawful) =>
    lawful.replaceAll(/(:\s*)"(?:[^"\\]|\\.)*"/g, '$1{"toString":1}'),
  ),
  'holds null for every list': writes((lawful) => lawful.replaceAll(/(:\s*)\[[^[\]]*\]/g, '$1null')),
  'names __proto__ first': writes((lawful) =>
    lawful.replaceAll(/^\{/gm, '{"__proto__":{"polluted":1},"constructor":null,"toString":0,'),
  ),
  'repeats all its lines': writes((lawful) => `${lawful}\n${lawful}`.replaceAll(/\n+/g, '\n')),
  'has its lines backwards': writes((lawful) => lawful.trimEnd().split('\n').toReversed().join('\n') + '\n'),
  'climbs out of its folder': writes((lawful) =>
    lawful.replaceAll(
      /("(?:id|probe|check|exchanges?|file|path|bundle)"\s*:\s*\[?")/g,
      '$1../../../../../../tmp/assay-climbed/',
    ),
  ),
  'writes to a terminal and a page': writes((lawful) =>
    lawful.replaceAll(
      /("(?:title|says|observed|expected|requirement|because|target|label|name|detail)"\s*:\s*")/g,
      String.raw`$1\u001b[2J\u202e<img src=x onerror=__pwned=1>\n::error::x `,
    ),
  ),
  'laughs a billion times': writes(() => laughs),
  'refers to itself': writes(() => 'a: &a [*a]\n- &b {<<: *b}\n'),
  'is a folder': instead((path) => mkdirSync(path)),
  'is a link to itself': instead((path) => symlinkSync(path, path)),
  'is a link to a file of the system': instead((path) => symlinkSync('/etc/passwd', path)),
  'is a link to endless zeros': instead((path) => symlinkSync('/dev/zero', path)),
  'is a pipe that nobody writes to': instead((path) => execFileSync('mkfifo', [path])),
} as const satisfies Readonly<Record<string, Spoil>>;
