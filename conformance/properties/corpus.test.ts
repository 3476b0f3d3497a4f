import { expect, it } from 'vitest';
import { corpusLine } from './corpus.ts';

const entry = {
  schema: 'assay.corpus/1',
  property: 'chat.any/answers-lawful',
  cause: 'status',
  seed: 1,
  input: [{ operation: 'chat', members: [], spelling: { first: 0, isReversed: false, blanks: [], escapes: [] } }],
};
const read = (value: unknown) => corpusLine(JSON.stringify(value), (id) => id === entry.property);

it('is read back as it was written', () => {
  expect(read(entry)).toEqual({ is: 'entry', entry });
});

const [request] = entry.input;
const withWorkspace = (workspace: unknown) => ({ ...entry, input: [{ ...request, workspace }] });

it('is read back with its workspace', () => {
  const metered = withWorkspace({ kind: 'credit-balance', credits: 3 });
  expect(read(metered)).toEqual({ is: 'entry', entry: metered });
});

it.each([
  [withWorkspace({ kind: 'credit-balance', credits: -1 }), 'has no input that can be sent'],
  [withWorkspace({ kind: 'credit-balance', credits: 3, memberTtsLimit: 1 }), 'has no input that can be sent'],
  [withWorkspace({ kind: 'enterprise-per-user', credits: 3 }), 'has no input that can be sent'],
  [withWorkspace('credit-balance'), 'has no input that can be sent'],
  [{ ...entry, schema: 'assay.corpus/2' }, 'is no assay.corpus/1'],
  [{ ...entry, property: 'gone' }, 'names the property "gone", which there is not'],
  [{ ...entry, input: [{ operation: 'rm' }] }, 'has no input that can be sent'],
  [{ ...entry, input: 'x' }, 'has no input that can be sent'],
  [7, 'is no assay.corpus/1'],
])('is refused where it is something else: %j', (value, because) => {
  expect(read(value)).toEqual({ is: 'invalid', because });
});

it('is refused where it is no JSON', () => {
  expect(corpusLine('{"schema"', () => true)).toEqual({ is: 'invalid', because: 'is no assay.corpus/1' });
});
