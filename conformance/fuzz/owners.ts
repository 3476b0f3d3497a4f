import { answerOf, type Failure, type Smallest } from './judge-case.ts';
import { callOf } from './calls.ts';
import { propertyAbout, type Property } from './property.ts';
import type { Input, Request } from './inputs/request.ts';

/** Of which operation, and what: of no answer the word for that. */
export function answerIn({ decisive }: Failure): string {
  return decisive === undefined ? '' : [decisive.operation, ...answerOf(decisive)].join(' ');
}

/** A server error that comes and goes is one defect, whatever was asked for; of anything else the property is part of it. */
export function nowAndThenKey({ id }: Property, { decisive, cause }: Failure): string {
  const isError = decisive !== undefined && (decisive.response.is !== 'answer' || decisive.response.status >= 500);
  return isError ? answerOf(decisive).join(' ') : `${id} | ${cause}`;
}

/** How deep a nesting goes that is no odd request yet: what breaks by less is the other property's matter. */
const deepest = 500;

/** The properties among these that a failure is a matter of if it has nothing to do with what its own is about. */
export function ownersAmong(
  properties: readonly Property[],
  property: Property,
  { input, failure: { decisive } }: Smallest,
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

export function isOfType({ about }: Property): boolean {
  return about === 'mediaType';
}

/** A plain valid request in its place: the one turn of a session, and no deviation. */
export function plainOf(
  property: Property,
  { input, failure: { decisive, seen } }: Smallest,
  longestText: number,
): Input | undefined {
  const request = input[decisive === undefined ? -1 : seen.indexOf(decisive)] ?? input[0];
  if (request === undefined) return undefined;
  const { deviation, continues: _, spelling, ...rest } = request;
  const { type: __, ...usual } = spelling;
  // A long text is valid, as long as it is one that is sent as such.
  if (deviation?.is === 'long' && rest.members.some(([name]) => name === deviation.name)) {
    const text = deviation.unit.repeat(deviation.times);
    const members = rest.members.map((member) =>
      member[0] === deviation.name ? ([member[0], { text }] as const) : member,
    );
    return deviation.name === 'voice' || text.length > longestText ? undefined : [{ ...rest, members, spelling }];
  }
  return [{ ...rest, spelling: isOfType(property) ? usual : spelling }];
}

/** What is sent of an input: where that is the same, it is one request, whichever properties send it. */
export function sentFor(input: Input): string {
  return JSON.stringify(
    input.map((request: Request) => {
      const { headers, body, path } = callOf(request, 'bot');
      return [path, headers, typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')];
    }),
  );
}
