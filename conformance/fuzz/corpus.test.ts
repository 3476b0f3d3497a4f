import { expect, it } from 'vitest';
import { corpusLine } from './corpus.ts';
import { properties } from './index.ts';
import { plain } from './inputs/request.ts';
import { casesOf, type Case } from './schedule.ts';

const entry = {
  schema: 'assay.corpus/1',
  property: 'chat.generated/accepts-valid',
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

const withRequest = (more: Readonly<Record<string, unknown>>) => ({ ...entry, input: [{ ...request, ...more }] });

it('is read back, whatever was generated', () => {
  const cases = casesOf(properties, 7, { longestText: 200 });
  for (let count = 0; count < 600; count += 1) {
    const { property, input } = cases.next().value as Case;
    const line = JSON.stringify({ ...entry, property: property.id, input });
    expect(
      corpusLine(line, () => true),
      line,
    ).toHaveProperty('is', 'entry');
  }
});

it('is read back with its workspace', () => {
  const metered = withWorkspace({ kind: 'credit-balance', credits: 3 });
  expect(read(metered)).toEqual({ is: 'entry', entry: metered });
});

it.each([
  [withWorkspace({ kind: 'credit-balance', credits: -1 }), 'has no input that can be sent'],
  [withWorkspace({ kind: 'credit-balance', credits: 3, memberTtsLimit: 1 }), 'has no input that can be sent'],
  [withWorkspace({ kind: 'enterprise-per-user', credits: 3 }), 'has no input that can be sent'],
  [withWorkspace('credit-balance'), 'has no input that can be sent'],
  [{ ...entry, schema: 'assay.corpus/2' }, 'is not of schema assay.corpus/1'],
  [{ ...entry, property: 'gone' }, 'names the property "gone", which does not exist'],
  [withRequest({ spelling: {} }), 'has no input that can be sent'],
  [withRequest({ members: [null] }), 'has no input that can be sent'],
  [withRequest({ members: [['message', { text: 7 }]] }), 'has no input that can be sent'],
  [withRequest({ spelling: { ...plain, type: 'a\nb' } }), 'has no input that can be sent'],
  [withRequest({ spelling: { ...plain, first: -1 } }), 'has no input that can be sent'],
  [withRequest({ deviation: { is: 'gone' } }), 'has no input that can be sent'],
  [withRequest({ deviation: { is: 'path', part: ' ' } }), 'has no input that can be sent'],
  [
    withRequest({ deviation: { is: 'long', name: 'message', unit: 'a', times: 1e12 } }),
    'has no input that can be sent',
  ],
  [{ ...entry, seed: '1' }, 'has no input that can be sent'],
  [null, 'is not of schema assay.corpus/1'],
  [{ ...entry, input: [{ operation: 'rm' }] }, 'has no input that can be sent'],
  [{ ...entry, input: 'x' }, 'has no input that can be sent'],
  [7, 'is not of schema assay.corpus/1'],
])('is refused where it is something else: %j', (value, because) => {
  expect(read(value)).toEqual({ is: 'invalid', because });
});

it('is refused where it is no JSON', () => {
  expect(corpusLine('{"schema"', () => true)).toEqual({ is: 'invalid', because: 'is not of schema assay.corpus/1' });
});
