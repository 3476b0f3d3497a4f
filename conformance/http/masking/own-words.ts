import { distinctiveLetters, isOfInterface } from './interface-words.ts';

/**
 * Words that assay itself writes into reports: ids of checks and faults, and the words of titles. Short ones are left out:
 * no part of a secret that is masked is as short.
 */
const own = new Set<string>();

/** Text without white space between two words of it. */
const word = /\S+/g;

/** An id is kept as a whole, and by what is before and behind its slash: a page may break the line there. */
export function addOwnWords(texts: Iterable<string>): void {
  for (const text of texts)
    for (const [found] of text.matchAll(word))
      for (const each of new Set([found, ...found.split('/')]))
        if (each.length >= distinctiveLetters) for (const spelled of [each, inReferences(each)]) own.add(spelled);
}

/** As Markdown that is read as HTML has it: no sign is taken for markup. */
function inReferences(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** True for a word that names a check: no service has a reason to say it. */
export function isCheckId(text: string): boolean {
  return text.includes('/');
}

/**
 * The masked text with assay's own words as they were. A word is put back only where all of it stood in the text, and
 * only if what was masked there lies within it: a secret that goes on behind the word stays masked.
 */
export function withOwnWords(masked: string, text: string, isPutBack: (own: string) => boolean = () => true): string {
  if (masked === text) return text;
  const [letters, source] = [Buffer.from(masked), Buffer.from(text)];
  // Something was left out whole, with its length and hash in its place.
  if (letters.length !== source.length) return masked;
  for (const { from, to } of differences(letters, source)) {
    const hidden = source.toString('latin1', from, to);
    if (wordsWith(hidden).some((each) => isPutBack(each) && standsAround(each, hidden, source, from)))
      source.copy(letters, from, from, to);
  }
  return letters.toString('utf8');
}

/** Whether the secret has so many letters of one of assay's own words in a row that reports show a part of it. */
export function sharesOwnWords(secret: string): boolean {
  const small = secret.toLowerCase();
  const words = [...own].map((each) => each.toLowerCase());
  for (let at = 0; at + distinctiveLetters <= small.length; at += 1) {
    const letters = small.slice(at, at + distinctiveLetters);
    if (!isOfInterface(letters) && words.some((each) => each.includes(letters))) return true;
  }
  return false;
}

type Span = { readonly from: number; readonly to: number };

/** Where the two differ, each place as long as it can be. */
function differences(one: Uint8Array, other: Uint8Array): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let at = 0; at <= one.length; at += 1) {
    if (at < one.length && one[at] !== other[at]) continue;
    if (from < at) spans.push({ from, to: at });
    from = at + 1;
  }
  return spans;
}

function wordsWith(letters: string): readonly string[] {
  return [...own].filter((each) => each.includes(letters));
}

function standsAround(each: string, hidden: string, text: Buffer, from: number): boolean {
  const bytes = Buffer.from(each);
  for (let at = each.indexOf(hidden); at !== -1; at = each.indexOf(hidden, at + 1))
    if (at <= from && text.subarray(from - at, from - at + bytes.length).equals(bytes)) return true;
  return false;
}
