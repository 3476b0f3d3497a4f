import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { mutantsOf, type Mutant } from './mutant.ts';

/** What is no part of the service that clients meet. */
const instruments: readonly string[] = [
  // What tests look into, set up and are given: no target has them.
  'fixtures/service/books.ts',
  'fixtures/service/provisioner.ts',
  'fixtures/service/start.ts',
  // What variants alone send.
  'fixtures/audio/layouts.ts',
];

const rooms = ['fixtures/service', 'fixtures/audio'];

/** The files of the service below this root. */
export function serviceFiles(root: string): readonly string[] {
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

/**
 * Writes a copy of the service into the folder in which every change waits behind a switch: `activeMutant` says which is
 * on. Gives all changes, in the order of the files.
 */
export async function instrumented(root: string, folder: string): Promise<readonly Mutant[]> {
  const files = serviceFiles(root).map((name) => ({
    name,
    mutate: !instruments.includes(name),
    content: readFileSync(join(root, name), 'utf8'),
  }));
  const options = { ignorers: [], excludedMutations: [], plugins: null };
  const { files: copies, mutants } = await new Instrumenter(logger).instrument(files, options);
  for (const { name, content } of copies) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  cpSync(join(root, 'fixtures/audio/clips'), join(folder, 'fixtures/audio/clips'), { recursive: true });
  return files.flatMap(({ name, content }) => {
    const changes = mutants.filter(({ fileName }) => fileName === name);
    return mutantsOf(
      content,
      changes.map(({ id, mutatorName, location, replacement }) => ({
        key: id,
        file: name,
        kind: mutatorName,
        replacement,
        ...location,
      })),
    );
  });
}
