import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CorpusEntry } from '../../conformance/fuzz/corpus.ts';
import { plainSpelling } from '../../conformance/fuzz/inputs/request.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { corpusAt, readCorpus } from './corpus-file.ts';

const entry = (seed: number): CorpusEntry => ({
  schema: 'assay.corpus/1',
  property: 'chat.generated/accepts-valid',
  cause: `as found with seed ${seed}`,
  input: [{ operation: 'chat', members: [], spelling: { ...plainSpelling, first: seed } }],
  seed,
});

it.each(['', '\n'])('a corpus whose last line ends with %j gets each input on a line of its own, once', (end) => {
  const file = join(emptyFolder(), 'corpus.ndjson');
  writeFileSync(file, `${JSON.stringify(entry(1))}${end}`);
  for (const seed of [2, 1, 3]) corpusAt(file).add(entry(seed));
  expect(readCorpus(file, true)).toEqual([entry(1), entry(2), entry(3)]);
  expect(readFileSync(file, 'utf8')).not.toContain('\n\n');
});
