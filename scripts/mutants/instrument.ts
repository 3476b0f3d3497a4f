import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { mutantsOf, type Mutant, type Change } from './mutant.ts';
import { parse } from '@babel/parser';

/** Files that are not part of the service as clients see it. */
const instruments: readonly string[] = [
  // Interfaces for tests, set-up and provisioning: real targets do not have them.
  'fixtures/service/accounts/ledgers.ts',
  'fixtures/service/provisioner.ts',
  'fixtures/service/start.ts',
  // Audio that only variants send.
  'fixtures/audio/layouts.ts',
  'fixtures/audio/mp4.ts',
  'fixtures/audio/ogg-flac.ts',
  'fixtures/audio/webm.ts',
];

const rooms = ['fixtures/service', 'fixtures/service/accounts', 'fixtures/audio'];

/** The files of the service below `root`. */
function serviceFiles(root: string): readonly string[] {
  return rooms.flatMap((room) =>
    readdirSync(join(root, room))
      .filter((name) => /(?<!\.test|\.testing)\.ts$/.test(name))
      .map((name) => `${room}/${name}`),
  );
}

const silent = (): void => undefined;
const no = (): boolean => false;
const logger = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** Where a mutation is active: a folder with the service, and the key that turns it on, if there is one. */
type Placed = { readonly folder: string; readonly key?: string };

export type Instrumented = {
  /** All mutations, in the order of the files. */
  readonly mutants: readonly Mutant[];
  readonly placed: (mutant: Mutant) => Placed;
};

/** Writes a copy of the service into the folder, with the mutations behind switches. */
export async function instrumentService(root: string, folder: string): Promise<Instrumented> {
  const files = serviceFiles(root).map((name) => ({
    name,
    mutate: !instruments.includes(name),
    content: readFileSync(join(root, name), 'utf8'),
  }));
  const options = { ignorers: [], excludedMutations: [], plugins: null };
  const copy = await new Instrumenter(logger).instrument(files, options);
  writeService(folder, root, copy.files);
  const switched = copy.mutants.map(({ id, fileName, mutatorName, location, replacement }) => ({
    key: id,
    file: fileName,
    kind: mutatorName,
    ...location,
    replacement,
  }));
  const numbers = files.flatMap(({ name, mutate, content }) => (mutate ? numberChanges(name, content) : []));
  const mutants = files.flatMap(({ name, content }) =>
    mutantsOf(
      content,
      [...switched, ...numbers].filter(({ file }) => file === name),
    ),
  );
  const placed = ({ id, file, key }: Mutant): Placed => {
    const change = numbers.find((number) => number.file === file && number.key === key);
    if (change === undefined) return { folder, key };
    const own = join(folder, 'numbers', id.replaceAll('/', '-'));
    const texts = files.map((one) => (one.name === file ? { ...one, content: applyChange(one.content, change) } : one));
    writeService(own, root, texts);
    return { folder: own };
  };
  return { mutants, placed };
}

type Text = { readonly name: string; readonly content: string };

function writeService(folder: string, root: string, texts: readonly Text[]): void {
  for (const { name, content } of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  symlinkSync(join(root, 'fixtures/audio/clips'), join(folder, 'fixtures/audio/clips'));
}

/** Mutations of numbers, which Stryker does not make: each number becomes the next one with as many digits. */
export function numberChanges(file: string, source: string): readonly Change[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  return numbersIn(program).map(({ loc: { start, end }, raw }) => ({
    key: `${start.line}:${start.column}`,
    file,
    kind: 'NumericLiteral',
    // The parser counts lines from 1, changes count from 0.
    start: { line: start.line - 1, column: start.column },
    end: { line: end.line - 1, column: end.column },
    replacement: nextTo(raw),
  }));
}

/** The source with the mutation. */
export function applyChange(source: string, { start, end, replacement }: Change): string {
  const lines = source.split('\n');
  const line = lines[start.line] ?? '';
  return lines.with(start.line, line.slice(0, start.column) + replacement + line.slice(end.column)).join('\n');
}

type Position = { readonly line: number; readonly column: number };
type Literal = { readonly loc: { readonly start: Position; readonly end: Position }; readonly raw: string };

/** Number literals in the order of the tree, without those in types, which have no effect at run time. */
function numbersIn(node: unknown): readonly Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(numbersIn);
  const { type, loc, extra, ...children } = node as Partial<Literal> & {
    readonly type?: string;
    readonly extra?: { readonly raw?: string };
  };
  if (type === 'NumericLiteral' && loc !== undefined) return [{ loc, raw: extra?.raw ?? '' }];
  const isType = type?.startsWith('TS') === true && !wrappers.includes(type);
  return isType ? [] : Object.values(children).flatMap(numbersIn);
}

/** Expressions with a type beside them, which is skipped. */
const wrappers = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

function nextTo(raw: string): string {
  const plain = raw.replaceAll('_', '');
  const digits = /^\d+\.(\d+)$/.exec(plain)?.[1]?.length ?? 0;
  return (Number(plain) + 10 ** -digits).toFixed(digits);
}
