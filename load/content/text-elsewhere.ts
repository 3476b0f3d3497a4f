import { candidateRules } from './candidates.ts';
import { isTheQuestion, type SampleStream } from './sample-replies.ts';
import { joinedBy, type Joined } from './joined.ts';
import { eachScalarIn } from './stream-event.ts';

/**
 * Whether a text in several events follows where the words have been said: a thought holds the words of a wish as well, and
 * a bot that repeats nothing answers behind it. Ids and times are no text.
 */
export function hasReplyTextElsewhere({ events, ...asked }: SampleStream, best: Joined): boolean {
  const [begins = 0, ends = 0] = [best.places[0], best.places.at(-1)];
  return candidateRules(events)
    .filter(({ event, where, path = [] }) => event === undefined && where === undefined && path.length > 0)
    .flatMap((rule) => joinedBy(rule, events))
    .some(
      (other) =>
        other.events > 1 &&
        (other.places[0] ?? 0) > begins &&
        (other.places.at(-1) ?? 0) > ends &&
        isMostlyLetters(other.text) &&
        !best.text.includes(other.text) &&
        !isTheQuestion(other, { ...asked }),
    );
}

function isMostlyLetters(text: string): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) > text.length / 2;
}

/**
 * Whether what comes before a reply in one piece could be the same reply in parts, in a form that no rule reads, as base64
 * or code points are: as much as the reply has, in several events, at one place.
 */
export function mayBeDuplicatedBefore({ events }: SampleStream, best: Joined): boolean {
  const before = events.slice(0, best.places[0] ?? 0);
  const found = new Map<string, string[]>();
  for (const event of before) {
    const texts = new Map<string, string>();
    if (event.value === undefined) texts.set('data', event.data);
    else for (const [path, value] of eachScalarIn(event.value)) texts.set(path, (texts.get(path) ?? '') + value);
    for (const [path, text] of texts) found.set(path, [...(found.get(path) ?? []), text]);
  }
  return [...found.values()].some(
    (texts) => texts.length > 1 && new Set(texts).size > 1 && texts.join('').length >= best.text.length,
  );
}
