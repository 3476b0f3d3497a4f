import { headOf } from '../reading/whole-letters.ts';

/** Bytes from the beginning of a page in which its title is looked for: style and script may come before it. */
const searchedBytes = 16 * 1024;
/** Most letters of a title that are shown. */
const longestShown = 80;

/** The text of the title of an HTML page, in one line. Undefined where the bytes are no page, or have none. */
export function pageTitleOf(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, searchedBytes)).toString('utf8');
  if (!/^\s*<(?:!doctype html|html)\b/i.test(text)) return undefined;
  const [, inner = ''] = /<title\b[^<>]*>([^<]*)</i.exec(text) ?? [];
  const title = withoutEntities(inner).replaceAll(/\s+/g, ' ').trim();
  if (title === '') return undefined;
  return title.length > longestShown ? `${headOf(title, longestShown)}…` : title;
}

/** The characters that templates escape; others stay as they came. */
const escaped: readonly (readonly [entity: RegExp, character: string])[] = [
  [/&#(?:x2f|47);/gi, '/'],
  [/&(?:quot|#x22|#34);/gi, '"'],
  [/&(?:apos|#x27|#0?39);/gi, "'"],
  [/&(?:lt|#x3c|#60);/gi, '<'],
  [/&(?:gt|#x3e|#62);/gi, '>'],
  [/&(?:amp|#x26|#38);/gi, '&'],
];

function withoutEntities(text: string): string {
  return escaped.reduce((read, [entity, character]) => read.replaceAll(entity, character), text);
}
