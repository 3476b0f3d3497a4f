import { describe, expect, it } from 'vitest';
import { isGenerated } from '../model/generated.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { plainRequest, type Input } from './inputs/request.ts';
import { properties } from './index.ts';
import { ownersAmong } from './owners.ts';
import { propertyAbout, type Property } from './property.ts';

const operations = ['chat', 'stream', 'speech'] as const;

it('of each operation one property speaks for the valid, the open and the odd inputs', () => {
  const told = operations.map((operation) =>
    (['valid', 'open', 'oddBytes'] as const).map((about) => propertyAbout(about, operation, properties)?.id),
  );
  expect(told).toEqual(
    operations.map((operation) => [
      `${operation}.generated/accepts-valid`,
      `${operation}.generated/unspecified-is-no-server-error`,
      `${operation}.generated/odd-bytes-are-no-server-error`,
    ]),
  );
  expect(propertyAbout('mediaType', 'stream', properties)).toBeUndefined();
  // The property of sessions is about valid requests too, and of two operations.
  const sessions = properties.filter(({ about, operations: own }) => about === 'valid' && own.length > 1);
  expect(sessions.map(({ id }) => id)).toEqual(['sessions.generated/accepts-valid']);
});

it('every property is told by its id from the checks that are listed', () => {
  expect(properties.filter(({ id }) => !isGenerated({ check: id }))).toEqual([]);
});

describe('a failure that has nothing to do with what its property is about', () => {
  const owners = (property: Property | undefined, input: Input) => {
    const [seen] = [[answered({ operation: 'chat', status: 500 })]];
    const failure = { is: 'fail', cause: '', because: '', mismatches: [], seen, decisive: seen[0] } as const;
    if (property === undefined) throw new Error('there is one');
    return ownersAmong(properties, property, { input, failure }).map(({ id }) => id);
  };
  const odd = propertyAbout('oddBytes', 'chat', properties);
  const deep = (levels: number): Input => [
    { ...plainRequest('chat'), deviation: { is: 'deep', levels } as NonNullable<Input[number]['deviation']> },
  ];

  it('is a matter of plain valid requests, and where its nesting is no odd one, of what is left open', () => {
    expect(owners(odd, [plainRequest('chat')])).toEqual(['chat.generated/accepts-valid']);
    expect(owners(odd, deep(400))).toEqual([
      'chat.generated/accepts-valid',
      'chat.generated/unspecified-is-no-server-error',
    ]);
    expect(owners(odd, deep(501))).toEqual(['chat.generated/accepts-valid']);
    expect(owners(propertyAbout('open', 'chat', properties), deep(400))).toEqual(['chat.generated/accepts-valid']);
    expect(owners(propertyAbout('valid', 'chat', properties), [plainRequest('chat')])).toEqual([]);
  });
});
