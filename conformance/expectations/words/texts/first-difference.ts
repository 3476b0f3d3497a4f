import { headOf, tailOf } from '../../../reading/whole-letters.ts';

/**
 * Where a message and the text that says most of it first differ, ignoring blanks and capitals: `nothing after "What
 * can you", in the place of "do?"`. No text has all of the message. Undefined where no text has its beginning.
 */
export function firstDifference(texts: readonly string[], message: string): string | undefined {
  const [longest] = texts
    .flatMap((text) => sharedWith(text, message))
    .toSorted((one, other) => other.ofMessage - one.ofMessage);
  if (longest === undefined) return undefined;
  const { text, ofText, ofMessage } = longest;
  const [said, due] = [text.slice(ofText).trimStart(), message.slice(ofMessage).trimStart()];
  const before = `${ofMessage > shownBefore ? '…' : ''}${tailOf(message.slice(0, ofMessage), shownBefore).trim()}`;
  const found = said === '' ? 'nothing' : begun(said);
  return `${found} after ${JSON.stringify(before)}, in the place of ${begun(due)}`;
}

const [shownBefore, shownBehind] = [30, 20];

function begun(text: string): string {
  return JSON.stringify(text.length > shownBehind ? `${headOf(text, shownBehind)}…` : text);
}

/** How far a text has the message from its beginning on, in UTF-16 units of each. */
type SharedPrefix = { readonly text: string; readonly ofText: number; readonly ofMessage: number };

/** Number of first letters by which the message is found, however a layout cuts the rest. */
const fewestShared = 4;

function sharedWith(text: string, message: string): readonly SharedPrefix[] {
  const [inText, inMessage] = [text.toLowerCase(), message.toLowerCase()];
  const begin = inMessage.slice(0, fewestShared);
  const found: SharedPrefix[] = [];
  for (let at = inText.indexOf(begin); at !== -1; at = inText.indexOf(begin, at + 1))
    found.push({ text, ...sharedFrom(at, inText, inMessage) });
  return found;
}

function sharedFrom(begin: number, text: string, message: string): Omit<SharedPrefix, 'text'> {
  let [ofText, ofMessage] = [begin, 0];
  for (;;) {
    const [at, due] = [pastBlanks(text, ofText), pastBlanks(message, ofMessage)];
    if (due === message.length || text[at] !== message[due]) return { ofText, ofMessage };
    [ofText, ofMessage] = [at + 1, due + 1];
  }
}

function pastBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
