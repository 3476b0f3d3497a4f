import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs';

/** Replaces a file whose valid text is given. */
type Corruption = (path: string, valid: string) => void;

const writes =
  (change: (valid: string) => string | Uint8Array): Corruption =>
  (path, valid) =>
    writeFileSync(path, change(valid));

const instead =
  (make: (path: string) => unknown): Corruption =>
  (path) => {
    rmSync(path, { force: true, recursive: true });
    make(path);
  };

const gigabyte = 2 ** 30;
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** A private key in its usual form: if a file with it is named by mistake, no output may show it. */
export const plantedKey = 'MC4CAQAwBQYDK2VwBCIEIHostilePlantedKeyThatNobodyShows';

/** Repeats whole lines of the file up to `bytes`, without holding all of it in memory. */
const repeated = (path: string, valid: string, bytes: number): void => {
  const last = valid.trimEnd().split('\n').at(-1) ?? '';
  const piece = Buffer.from(`${last}\n`.repeat(Math.max(1, Math.floor(2 ** 22 / (last.length + 1)))));
  const file = openSync(path, 'w');
  writeSync(file, `${valid.trimEnd()}\n`);
  for (let written = 0; written < bytes; written += piece.length) writeSync(file, piece);
  closeSync(file);
};

/** Makes a socket file whose creator is gone. */
const socket = (path: string): void => {
  const make = 'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))';
  spawnSync(process.execPath, ['-e', make, path]);
};

const laughs = [
  'a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
  ...[...'bcdefghij'].map(
    (name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join(', ')}]`,
  ),
].join('\n');

/** Every way in which an input file can be damaged. */
export const corruptions = {
  'is gone': instead(() => undefined),
  'is empty': writes(() => ''),
  'is cut in half': writes((valid) => valid.slice(0, valid.length / 2)),
  'is cut by 5 letters': writes((valid) => valid.slice(0, -5)),
  'is no UTF-8': writes((valid) => Buffer.from(valid.replaceAll('e', '\xff'), 'latin1')),
  'is UTF-16': writes((valid) => Buffer.from(`\ufeff${valid}`, 'utf16le')),
  'begins with a byte order mark': writes((valid) => `\ufeff${valid}`),
  'ends its lines in CR and LF': writes((valid) => valid.replaceAll('\n', '\r\n')),
  'is a line of 1 GB': (path) => {
    writeFileSync(path, '');
    truncateSync(path, gigabyte);
  },
  'goes on for 1 GB': (path, valid) => {
    writeFileSync(path, valid);
    truncateSync(path, gigabyte);
  },
  'is 30 million short lines': writes(() => Buffer.alloc(90_000_000, '{}\n')),
  'repeats its last line for 1 GB': (path, valid) => repeated(path, valid, gigabyte),
  'repeats its last line for 200 MB': (path, valid) => repeated(path, valid, 200 * 2 ** 20),
  'holds a text of 100 MB': writes((valid) =>
    valid.replace(/(:\s*)"[^"]*"/, (_, colon: string) => `${colon}"${'x'.repeat(100_000_000)}"`),
  ),
  'is a list of a million objects': writes(() => `[${'{},'.repeat(999_999)}{}]\n`),
  'is an object of a million names': writes(
    () => `{${Array.from({ length: 1_000_000 }, (_, at) => `"n${at}":0`).join(',')}}\n`,
  ),
  'is of another schema': writes((valid) => valid.replaceAll(/assay\.(\w+)\/1/g, 'assay.$1/999')),
  'is null': writes(() => 'null\n'),
  'is a list of lists': writes(() => '[[[]]]\n'),
  'is 1e999': writes(() => '1e999\n'),
  'is nested 100,000 deep': writes(() => `${deep(100_000)}\n`),
  // Sequences of indefinite length (X.690, 8.1.3.6), as long as a timestamp may be.
  'is DER nested 32,000 deep': writes(() => Buffer.alloc(64_000, Buffer.from([0x30, 0x80]))),
  'claims 4 GB in DER': writes(() => Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x02, 0x01, 0x00])),
  'holds a value 100,000 deep': writes((valid) =>
    valid
      .replaceAll(/:(\d+|"[^"]*")(?=[,}])/g, (_, value: string, at: number) =>
        at % 7 === 0 ? `:${deep(100_000)}` : `:${value}`,
      )
      .slice(0, 20_000_000),
  ),
  'holds numbers beyond doubles': writes((valid) => valid.replaceAll(/(:\s*)-?\d+(\.\d+)?/g, '$11e999')),
  'counts to a billion': writes((valid) => valid.replaceAll(/(:\s*)\d+(\.\d+)?(?=[,}\n])/g, '$11000000000')),
  'has every name twice': writes((valid) => valid.replaceAll(/"(\w+)"(:\s*)/g, '"$1"$2null,"$1"$2')),
  'has every name of YAML twice': writes((valid) => `${valid}${valid.replaceAll(/^- /gm, '  ')}`),
  'has one name for all': writes((valid) => valid.replaceAll(/"\w+":/g, '"__proto__":')),
  'holds a list for every text of YAML': writes((valid) =>
    valid.replaceAll(/^((?:- |  )?[\w-]+): .*$/gm, '$1: [{toString: 1}, null, [[]]]'),
  ),
  'holds numbers below zero': writes((valid) => valid.replaceAll(/(:\s*)(\d+)/g, '$1-$2')),
  'holds numbers of a million digits': writes((valid) =>
    valid.replace(/(:\s*)\d+/, (_, colon: string) => `${colon}${'9'.repeat(1_000_000)}`),
  ),
  'holds null for every text': writes((valid) => valid.replaceAll(/(:\s*)"(?:[^"\\]|\\.)*"/g, '$1null')),
  'holds an object for every text': writes((valid) => valid.replaceAll(/(:\s*)"(?:[^"\\]|\\.)*"/g, '$1{"toString":1}')),
  'holds null for every list': writes((valid) => valid.replaceAll(/(:\s*)\[[^[\]]*\]/g, '$1null')),
  'names __proto__ first': writes((valid) =>
    valid.replaceAll(/^\{/gm, '{"__proto__":{"polluted":1},"constructor":null,"toString":0,'),
  ),
  'repeats all its lines': writes((valid) => `${valid}\n${valid}`.replaceAll(/\n+/g, '\n')),
  'has its lines backwards': writes((valid) => valid.trimEnd().split('\n').toReversed().join('\n') + '\n'),
  'climbs out of its folder': writes((valid) =>
    valid.replaceAll(
      /("(?:id|probe|check|exchanges?|file|path|bundle)"\s*:\s*\[?")/g,
      '$1../../../../../../tmp/assay-climbed/',
    ),
  ),
  'writes to a terminal and a page': writes((valid) =>
    valid.replaceAll(
      /("(?:title|says|observed|expected|requirement|because|target|label|name|detail)"\s*:\s*")/g,
      String.raw`$1\u001b[2J\u202e<img src=x onerror=__pwned=1>\n::error::x `,
    ),
  ),
  'laughs a billion times': writes(() => laughs),
  'refers to itself': writes(() => 'a: &a [*a]\n- &b {<<: *b}\n'),
  'has keys within keys': writes(() => '? '.repeat(1_000)),
  'has lists within lists of YAML': writes(() => '- '.repeat(50_000)),
  'has 30,000 aliases': writes(() => `a: &a x\n${Array.from({ length: 30_000 }, (_, at) => `k${at}: *a\n`).join('')}`),
  'has tags of all kinds': writes(() => 'target: !!binary AAAA\nseed: !!js/function "x"\nout: !<tag:x> y\n'),
  'is a private key': writes(() => `-----BEGIN PRIVATE KEY-----\n${plantedKey}\n-----END PRIVATE KEY-----\n`),
  'is a line of a secret': writes(() => `token: "${plantedKey}\n  : ${plantedKey}\n`),
  'is a socket': instead(socket),
  'is a link to nowhere': instead((path) => symlinkSync('nowhere-at-all', path)),
  'is a link to a terminal': instead((path) => symlinkSync('/dev/tty', path)),
  'is a folder': instead((path) => mkdirSync(path)),
  'is a link to itself': instead((path) => symlinkSync(path, path)),
  'is a link to a file of the system': instead((path) => symlinkSync('/etc/passwd', path)),
  'is a link to endless zeros': instead((path) => symlinkSync('/dev/zero', path)),
  'is a pipe that nobody writes to': instead((path) => execFileSync('mkfifo', [path])),
} as const satisfies Readonly<Record<string, Corruption>>;
