import { expect, it } from 'vitest';
import { corpusLine } from './corpus.ts';
import { properties } from './index.ts';
import { plainSpelling } from './inputs/request.ts';
import { casesOf, type Case } from './cases.ts';

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
  [
    withWorkspace({ kind: 'credit-balance', credits: -1 }),
    'has no input that can be sent: /input/0/workspace/credits is -1, expected a number from 0 on',
  ],
  [
    withWorkspace({ kind: 'credit-balance', credits: 3, memberTtsLimit: 1 }),
    'has no input that can be sent: /input/0/workspace has "memberTtsLimit", which is not a member of it',
  ],
  [
    withWorkspace({ kind: 'enterprise-per-user', credits: 3 }),
    'has no input that can be sent: /input/0/workspace/kind is "enterprise-per-user", expected "credit-balance" or "enterprise-pooled"',
  ],
  [
    withWorkspace('credit-balance'),
    'has no input that can be sent: /input/0/workspace is "credit-balance", expected an object',
  ],
  [{ ...entry, schema: 'assay.corpus/2' }, 'is not of schema assay.corpus/1'],
  [{ ...entry, property: 'gone' }, 'names the property "gone", which does not exist'],
  [withRequest({ spelling: {} }), 'has no input that can be sent: /input/0/spelling has no first'],
  [withRequest({ members: [null] }), 'has no input that can be sent: /input/0/members/0 is null, expected a list'],
  [
    withRequest({ members: [['message', { text: 7 }]] }),
    'has no input that can be sent: /input/0/members/0/1/text is 7, expected a string',
  ],
  [
    withRequest({ spelling: { ...plainSpelling, type: 'a\nb' } }),
    'has no input that can be sent: /input/0/spelling/type is "a\\nb", expected a text that matches ^[\\t\\x20-\\x7e\\x80-\\xff]*$',
  ],
  [
    withRequest({ spelling: { ...plainSpelling, first: -1 } }),
    'has no input that can be sent: /input/0/spelling/first is -1, expected a number from 0 on',
  ],
  [
    withRequest({ deviation: { is: 'gone' } }),
    expect.stringMatching(
      /^has no input that can be sent: \/input\/0\/deviation\/is is "gone", expected "absent", .* or "path"$/,
    ),
  ],
  [
    withRequest({ deviation: { is: 'path', part: ' ' } }),
    'has no input that can be sent: /input/0/deviation/part is " ", expected a text that matches ^[\\x21-\\x7e]*$',
  ],
  [
    withRequest({ deviation: { is: 'long', name: 'message', unit: 'a', times: 1e12 } }),
    'has no input that can be sent: /input/0/deviation/times is 1000000000000, expected a number up to 10000000',
  ],
  [
    withRequest({ deviation: { is: 'long', name: 'message', unit: 'a'.repeat(11), times: 1e6 } }),
    'has no input that can be sent: a text of it has more than 10000000 letters',
  ],
  [{ ...entry, seed: '1' }, 'has no input that can be sent: /seed is "1", expected a whole number'],
  [null, 'is not of schema assay.corpus/1'],
  [{ ...entry, input: [{ operation: 'rm' }] }, 'has no input that can be sent: /input/0 has no members'],
  [{ ...entry, input: 'x' }, 'has no input that can be sent: /input is "x", expected a list'],
  [7, 'is not of schema assay.corpus/1'],
])('is refused where it is something else: %j', (value, because) => {
  expect(read(value)).toEqual({ is: 'invalid', because });
});

it('is refused where it is not JSON', () => {
  expect(corpusLine('{"schema"', () => true)).toEqual({ is: 'invalid', because: 'is not of schema assay.corpus/1' });
});
