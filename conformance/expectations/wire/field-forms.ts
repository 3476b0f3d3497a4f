import { headerOf } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { onAnswer } from '../on-answer.ts';

/** The syntax of header field values (RFC 9110 5.6). */
const token = String.raw`[!#$%&'*+.^_\`|~0-9A-Za-z-]+`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const parameter = `${token}=(?:${token}|${quoted})`;
/** No blank can match in two ways: otherwise a hostile value would take for ever. */
const parameters = String.raw`(?:[ \t]*;(?:[ \t]*${parameter})?)*`;
const date = String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT`;
const listOf = (item: string): string => String.raw`(?:${item}(?:[ \t]*,[ \t]*${item})*)?`;

type Form = { readonly pattern: RegExp; readonly words: string; readonly reference: string };

const form = (pattern: string, words: string, section: string): Form => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  words,
  reference: `RFC ${section}`,
});

/** Fields whose values can be shown to be wrong. `writesDatesAsHttpDoes` judges dates. */
const forms: Readonly<Record<string, Form>> = {
  'content-type': form(`${token}/${token}${parameters}`, 'a media type such as application/json', '9110 8.3'),
  'content-encoding': form(listOf(token), 'names of codings', '9110 8.4'),
  'content-language': form(listOf(token), 'language tags', '9110 8.5'),
  'transfer-encoding': form(listOf(token + parameters), 'names of transfer codings', '9112 6.1'),
  connection: form(listOf(token), 'names such as close', '9110 7.6.1'),
  allow: form(listOf(token), 'names of methods', '9110 10.2.1'),
  vary: form(listOf(token), 'names of fields, or *', '9110 12.5.5'),
  'accept-ranges': form(listOf(token), 'names of units, or none', '9110 14.3'),
  'retry-after': form(String.raw`\d+|${date}`, 'seconds, or a date', '9110 10.2.3'),
  age: form(String.raw`\d+`, 'seconds', '9111 5.1'),
  etag: form(String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`, 'a text in quotes', '9110 8.8.3'),
  location: form(String.raw`[^\0-\x20\x7f"<>\\^\`{|}]+`, 'a URI without spaces', '9110 10.2.2'),
  'cache-control': form(listOf(`${token}(?:=(?:${token}|${quoted}))?`), 'directives such as no-store', '9111 5.2'),
};

/**
 * End-to-end fields that every recipient needs: Connection must not name them, since that removes them (RFC 9110
 * 7.6.1).
 */
const endToEnd = ['content-type', 'content-length', 'content-encoding', 'cache-control', 'date', 'allow'];

/** Each field value has the form that its definition gives it. */
export const fieldsHaveTheirForm = onAnswer(({ headers }) =>
  headers.flatMap(([name, value]) => {
    const key = name.toLowerCase();
    const known = Object.hasOwn(forms, key) ? forms[key] : undefined;
    return known === undefined || isOfForm(key, value, known)
      ? []
      : [{ subject: titled(key), expected: known.words, observed: shownValue(value), reference: known.reference }];
  }),
);

/** Cache, as the same few short values come with every answer. */
const judged = new Map<string, boolean>();
const mostJudged = 1_000;
const longestJudged = 200;

function isOfForm(name: string, value: string, { pattern }: Form): boolean {
  const field = `${name}: ${value}`;
  const known = judged.get(field) ?? (pattern.test(value.trim()) && !dropsWhatAllNeed(name, value));
  if (judged.size < mostJudged && field.length <= longestJudged) judged.set(field, known);
  return known;
}

function dropsWhatAllNeed(name: string, value: string): boolean {
  if (name !== 'connection') return false;
  return value.split(',').some((option) => endToEnd.includes(option.trim().toLowerCase()));
}

/** Fields with a single value, which a second line would contradict. */
const single = ['content-type', 'date', 'retry-after', 'etag', 'last-modified', 'age', 'location'];

/** Only a field that is a list may come on several lines (RFC 9110 5.3: a sender MUST NOT). */
export const hasSingleFieldsOnce = onAnswer(({ headers }) =>
  single.flatMap((key) => {
    const values = headers.filter(([name]) => name.toLowerCase() === key).map(([, value]) => value);
    if (values.length < 2) return [];
    const observed = `${values.length}: ${values.slice(0, 5).map(shownValue).join(', ')}`;
    return [{ subject: titled(key), expected: 'one field line', observed, reference: 'RFC 9110 5.3' }];
  }),
);

/** An answer without content gives no length (RFC 9110 8.6, RFC 9112 6.1: a server MUST NOT). */
export const noContentHasNoLength = onAnswer(({ status, headers }) => {
  if (status !== 204) return [];
  return ['content-length', 'transfer-encoding'].flatMap((key) => {
    const value = headerOf(headers, key);
    if (value === undefined) return [];
    const reference = key === 'content-length' ? 'RFC 9110 8.6' : 'RFC 9112 6.1';
    return [{ subject: titled(key), expected: 'none with a 204', observed: value, reference }];
  });
});

function titled(name: string): string {
  return name === 'etag' ? 'ETag' : name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
