import { answerKindOf, type Failure, type FailedInput } from './judge-case.ts';
import { callOfRequest } from './calls.ts';
import { propertyAbout, type Property } from './property.ts';
import type { Input, Request } from './inputs/request.ts';

/** The operation and the kind of its answer, or of its missing answer. */
export function answerKeyOf({ decisive }: Failure): string {
  return decisive === undefined ? '' : [decisive.operation, ...answerKindOf(decisive)].join(' ');
}

/**
 * The key of an intermittent failure: by the answer alone for server errors, which depend on no request, else by
 * property and cause.
 */
export function intermittentKey({ id }: Property, { decisive, cause }: Failure): string {
  const isError = decisive !== undefined && (decisive.response.is !== 'answer' || decisive.response.status >= 500);
  return isError ? answerKindOf(decisive).join(' ') : `${id} | ${cause}`;
}

/** Deepest nesting that the property of unspecified requests covers; deeper ones belong to malformed bytes. */
const deepest = 500;

/** The properties that own a failure, where it has nothing to do with what its own property tests. */
export function ownersAmong(
  properties: readonly Property[],
  property: Property,
  { input, failure: { decisive } }: FailedInput,
): readonly Property[] {
  const [first] = input;
  if (first === undefined || first.workspace !== undefined) return [];
  const { deviation } = first;
  const isLessOdd = property.about === 'oddBytes' && deviation?.is === 'deep' && deviation.levels <= deepest;
  return [
    propertyAbout('valid', input.length > 1 ? decisive?.operation : first.operation, properties),
    isLessOdd ? propertyAbout('open', first.operation, properties) : undefined,
  ].flatMap((each) => (each === undefined || each.id === property.id ? [] : [each]));
}

export function isAboutMediaType({ about }: Property): boolean {
  return about === 'mediaType';
}

/** The plain valid request in the place of the failing one: a single turn without its deviation. */
export function plainVersionOf(
  property: Property,
  { input, failure: { decisive, seen } }: FailedInput,
  longestText: number,
): Input | undefined {
  const request = input[decisive === undefined ? -1 : seen.indexOf(decisive)] ?? input[0];
  if (request === undefined) return undefined;
  const { deviation, continues: _, spelling, ...rest } = request;
  const { type: __, ...usual } = spelling;
  // A long text is valid where texts of this length are sent as valid ones.
  if (deviation?.is === 'long' && rest.members.some(([name]) => name === deviation.name)) {
    const text = deviation.unit.repeat(deviation.times);
    const members = rest.members.map((member) =>
      member[0] === deviation.name ? ([member[0], { text }] as const) : member,
    );
    return deviation.name === 'voice' || text.length > longestText ? undefined : [{ ...rest, members, spelling }];
  }
  return [{ ...rest, spelling: isAboutMediaType(property) ? usual : spelling }];
}

/** The bytes that an input sends, as a key: equal inputs of two properties are one request. */
export function requestKeyOf(input: Input): string {
  return JSON.stringify(
    input.map((request: Request) => {
      const { headers, body, path } = callOfRequest(request, 'bot');
      return [path, headers, typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')];
    }),
  );
}
