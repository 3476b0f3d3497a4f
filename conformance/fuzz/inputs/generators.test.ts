import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formats } from '../../audio/formats.ts';
import { speechFormats, voiceNames } from '../../contract/limits.ts';
import type { FastCheck } from '../../model/fast-check.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { isInvalidUse } from '../../checks/metering/spending/uses.ts';
import { callOfRequest } from '../calls.ts';
import { batchOf, inputsOf, seedOf } from '../cases.ts';
import { useOfExchange } from '../charges.ts';
import { properties } from '../index.ts';
import { costOf } from '../judge-case.ts';
import type { Property } from '../property.ts';
import { plainRequest, type Request } from './request.ts';

const options = { longestText: 4096 };
const sampled = 1_500;

const openapi = parse(readFileSync(new URL('../../contract/openapi.yaml', import.meta.url), 'utf8')) as {
  readonly components: { readonly schemas: Record<string, unknown> };
};
// A service decides which voices it has: here they are the voices that the document names.
openapi.components.schemas['Voice'] = { enum: voiceNames };
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(openapi, 'openapi');
const validators: Readonly<Record<Request['operation'], ValidateFunction | undefined>> = {
  chat: ajv.getSchema('openapi#/components/schemas/ChatRequest'),
  stream: ajv.getSchema('openapi#/components/schemas/ChatRequest'),
  speech: ajv.getSchema('openapi#/components/schemas/SpeechRequest'),
};

const requestsOf = (property: Property): readonly Request[] =>
  batchOf(inputsOf(property, options), seedOf(1, property.id, 0), sampled).flat();

function bodyOf(request: Request): string {
  const { body } = callOfRequest(request, 'a bot');
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body ?? ''));
}

/** Whether the schema accepts the body of a request; `noJson` for a body that does not parse. */
function validity(request: Request): 'valid' | 'invalid' | 'noJson' {
  try {
    return validators[request.operation]?.(JSON.parse(bodyOf(request))) === true ? 'valid' : 'invalid';
  } catch {
    return 'noJson';
  }
}

const fixed = ({ operation, members, spelling }: Request): Request => ({ operation, members, spelling });

const ofKind = (kind: Property['kind']): readonly Property[] => properties.filter((property) => property.kind === kind);

/** The bodies of the first requests: dozens of them say no more in a message of a failed test. */
const firstBodies = (requests: readonly Request[]): readonly string[] => requests.slice(0, 3).map(bodyOf);
const differ = 'contract/openapi.yaml and the generators of fuzz/inputs differ about these';

describe('the generators', () => {
  it.each(ofKind('valid'))('of $id make what openapi.yaml calls valid', (property) => {
    const wrong = requestsOf(property).filter((request) => validity(request) !== 'valid');
    expect(firstBodies(wrong), differ).toEqual([]);
  });

  it.each(ofKind('valid'))('of $id leave the value as it is, however it is spelt', (property) => {
    for (const request of requestsOf(property)) {
      const expected = request.members.map(([name, value]) => [
        name,
        'text' in value ? value.text : (JSON.parse(value.json) as unknown),
      ]);
      expect(JSON.parse(bodyOf(request))).toEqual(Object.fromEntries(expected));
    }
  });

  it.each(ofKind('valid'))('of $id ask for no more than ten seconds of samples', (property) => {
    const bodies = requestsOf(property).map((request) => JSON.parse(bodyOf(request)) as Record<string, unknown>);
    const large = bodies.filter(({ format, text, speed = 1 }) => {
      const isOfSamples = speechFormats.some((known) => known === format && formats[known].isOfSamples);
      return isOfSamples && String(text).length / Number(speed) > 150;
    });
    expect(large).toEqual([]);
  });

  it.each(ofKind('valid'))('of $id use no character that XML or I-JSON cannot hold', (property) => {
    const texts = requestsOf(property).flatMap(({ members }) => members.map(([, value]) => JSON.stringify(value)));
    expect(texts.filter((text) => /\\u00[01]|\\[bf]|[\u007f-\u009f]|\p{Noncharacter_Code_Point}/u.test(text))).toEqual(
      [],
    );
  });

  it.each(ofKind('invalid'))('of $id make what openapi.yaml calls invalid, or no JSON', (property) => {
    const wrong = requestsOf(property).filter((request) => validity(request) === 'valid');
    expect(firstBodies(wrong), differ).toEqual([]);
  });

  it.each(ofKind('invalid'))('of $id make what is valid but for the one mutation', (property) => {
    const without = requestsOf(property).map(fixed);
    expect(firstBodies(without.filter((request) => validity(request) !== 'valid')), differ).toEqual([]);
  });

  it.each(properties.filter(({ id }) => id.endsWith('/takes-any-media-type-of-json')))(
    'of $id are plain but for their media type, so that nothing else is refused',
    (property) => {
      const requests = requestsOf(property);
      expect(requests.every(({ spelling }) => spelling.type !== undefined)).toBe(true);
      const plain = requests.map((each) => ({ ...each, spelling: { ...each.spelling, type: undefined } }));
      expect(plain).toEqual(requests.map(({ operation }) => plainRequest(operation)));
    },
  );

  it.each(ofKind('unspecified'))('of $id are valid but for the one oddity', (property) => {
    const requests = requestsOf(property);
    expect(requests.every(({ deviation }) => deviation !== undefined)).toBe(true);
    const without = requests.map(fixed);
    expect(firstBodies(without.filter((request) => validity(request) !== 'valid')), differ).toEqual([]);
  });

  it.each(ofKind('mixed'))('of $id make what is valid, or refused as such, and no more than it costs', (property) => {
    const inputs = batchOf(inputsOf(property, options), seedOf(1, property.id, 0), sampled);
    const misread = inputs.flat().filter((request) => {
      const sent = Buffer.from(callOfRequest(request, 'a bot').body ?? '');
      const exchange = answered({ operation: request.operation });
      const use = useOfExchange({ ...exchange, request: { ...exchange.request, body: sent } });
      return (
        isInvalidUse(use) !== (request.deviation !== undefined) || isInvalidUse(use) !== (validity(request) !== 'valid')
      );
    });
    expect(firstBodies(misread), differ).toEqual([]);
    expect(Math.max(...inputs.map((input) => costOf(input).chats))).toBe(property.costs.chats);
    expect(Math.max(...inputs.map((input) => costOf(input).speeches))).toBe(property.costs.speeches);
  });

  it.each(properties)('of $id make the same for the same seed, and something else for another', (property) => {
    const [first, again, other] = [1, 1, 2].map((seed) =>
      JSON.stringify(batchOf(inputsOf(property, options), seedOf(seed, property.id, 0))),
    );
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it.each(properties)('of $id reach every branch that they have', (property) => {
    const branches = watched();
    fc.sample(property.inputs(branches.fc, options), { seed: 1, numRuns: 4 * sampled, unbiased: false });
    expect(branches.missed()).toEqual([]);
  });
});

/** fast-check, with a note of every alternative that came up in any choice. */
function watched(): { readonly fc: FastCheck; readonly missed: () => readonly string[] } {
  const choices: { readonly label: string; readonly seen: boolean[] }[] = [];
  const choice = (label: string, size: number): ((at: number) => void) => {
    const seen = Array.from({ length: size }, () => false);
    choices.push({ label, seen });
    return (at) => (seen[at] = true);
  };
  type Branch = Arbitrary<unknown> | { readonly weight: number; readonly arbitrary: Arbitrary<unknown> };
  const noted = (branch: Branch, note: () => void): Branch => {
    const noting = (arbitrary: Arbitrary<unknown>) =>
      arbitrary.map((value) => {
        note();
        return value;
      });
    return 'weight' in branch ? { weight: branch.weight, arbitrary: noting(branch.arbitrary) } : noting(branch);
  };
  const replaced = {
    constantFrom: (...values: readonly unknown[]) => {
      const note = choice(`constantFrom ${JSON.stringify(values)}`, values.length);
      return fc.nat({ max: values.length - 1 }).map((at) => {
        note(at);
        return values[at];
      });
    },
    oneof: (...given: readonly (Branch | { readonly withCrossShrink: boolean })[]) => {
      const branches = given.filter((branch): branch is Branch => !('withCrossShrink' in branch));
      const note = choice(`oneof of ${branches.length}`, branches.length);
      return fc.oneof(...branches.map((branch, at) => noted(branch, () => note(at))));
    },
    option: (arbitrary: Arbitrary<unknown>, how: { readonly freq: number; readonly nil?: unknown }) => {
      const note = choice('option', 2);
      return fc.option(arbitrary, how).map((value) => {
        note(value === (how.nil ?? null) || value === undefined ? 0 : 1);
        return value;
      });
    },
  };
  return {
    fc: { ...fc, ...replaced } as unknown as FastCheck,
    missed: () =>
      choices.flatMap(({ label, seen }) => seen.flatMap((isSeen, at) => (isSeen ? [] : [`${at} of ${label}`]))),
  };
}
