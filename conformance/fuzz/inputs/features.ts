import type { Member, Request } from './request.ts';
import { textPieces, textWords } from './texts.ts';

/** What a valid request has that a plain one has not, in words that only compare: its pieces of text, its spelling, its values. */
export function featuresOf({ members, spelling }: Request): readonly string[] {
  const { type, letters, blanks, escapes, isReversed } = spelling;
  const all = [
    ...members.flatMap(ofMember),
    ...blanks.map(({ blank }) => `blank ${JSON.stringify(blank)}`),
    ...escapes.map(({ as }) => `escape ${as}`),
    ...(type === undefined ? [] : [`type ${type}`]),
    ...(letters === undefined ? [] : [`letters ${letters}`]),
    ...(isReversed ? ['reversed'] : []),
  ];
  return [...new Set(all)];
}

/** Members that hold one of a few words; all others that are no JSON hold a text. */
const chosenMembers = ['voice', 'format'];

function ofMember([name, value]: Member): readonly string[] {
  if ('json' in value) return [`${name} ${value.json.replaceAll(/\d+/g, '0')}`];
  const { text } = value;
  if (chosenMembers.includes(name)) return [`${name} ${text}`];
  const lengths = text.length >= 31 ? [`${name} of ${text.length}`] : [];
  const word = textWords.includes(text) ? ['a word'] : [];
  return [...textPieces.filter((piece) => text.includes(piece)), ...word, ...lengths].map(
    (each) => `in ${name}: ${each}`,
  );
}
