/** A statement of the document: a sentence, or a row of a table. `section` is empty before the first section. */
type Sentence = { readonly section: string; readonly says: string };

/** Headings are numbers and names; the head of a table states nothing by itself. */
const isHeading = /^#+\s/;
const isRule = /^\|[\s:|-]+\|$/;

/**
 * Splits the document mechanically, in its order: paragraphs and list items into sentences, tables into rows. Headings
 * and table heads are left out. A full stop ends a sentence where a capital letter or code follows.
 */
export function sentencesOf(markdown: string): readonly Sentence[] {
  const lines = markdown.split('\n');
  let section = '';
  return lines.flatMap((line, at) => {
    const text = line.trim();
    if (isHeading.test(text)) section = /^#+\s+(\d+(?:\.\d+)*)/.exec(text)?.[1] ?? section;
    const isHead = text.startsWith('|') && isRule.test(lines[at + 1]?.trim() ?? '');
    if (text === '' || isHeading.test(text) || isRule.test(text) || isHead) return [];
    return partsOf(text).map((says) => ({ section, says }));
  });
}

function partsOf(text: string): readonly string[] {
  if (text.startsWith('|')) return [text.replaceAll(/^\|\s*|\s*\|$/g, '')];
  return text.replace(/^(?:-|\d+\.)\s+/, '').split(/(?<=\.)\s+(?=[A-Z`])/);
}
