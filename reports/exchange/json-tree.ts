/** A range of a text, in UTF-16 units. */
export type TextRange = { readonly from: number; readonly to: number };

/** A member of an object or an array with its name or index; its range begins with its name. */
export type JsonMember = TextRange & { readonly name: string | number; readonly value: JsonNode };

/** A value in a JSON text as written: spelling, order and repeated names are evidence. */
export type JsonNode = TextRange & {
  readonly is: 'object' | 'array' | 'scalar';
  readonly members: readonly JsonMember[];
};

/** Longer, larger or deeper texts are not readable on a page and would take long to lay out. */
const longestText = 4_000_000;
const mostTokens = 20_000;
const deepest = 100;

/** The value of a JSON text with its ranges; undefined where it is not JSON (RFC 8259), or too large. */
export function jsonTree(text: string): JsonNode | undefined {
  if (text.length > longestText || !isJson(text)) return undefined;
  const tokens = tokensOf(text);
  return tokens === undefined ? undefined : nodeOf(text, tokens);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const tokenStart = /[^\s,:]/g;
const scalar = /[^\s,:[\]{}]+/y;

/** Brackets and scalars: in valid JSON, commas and colons add no information. */
function tokensOf(text: string): readonly TextRange[] | undefined {
  const tokens: TextRange[] = [];
  let depth = 0;
  tokenStart.lastIndex = 0;
  for (let found = tokenStart.exec(text); found !== null; found = tokenStart.exec(text)) {
    const from = found.index;
    const to = endOfToken(text, from);
    tokens.push({ from, to });
    if (isOpening(text[from])) depth += 1;
    if (isClosing(text[from])) depth -= 1;
    if (depth > deepest || tokens.length > mostTokens) return undefined;
    tokenStart.lastIndex = to;
  }
  return tokens;
}

function endOfToken(text: string, from: number): number {
  if (isOpening(text[from]) || isClosing(text[from])) return from + 1;
  if (text[from] === '"') return endOfString(text, from);
  scalar.lastIndex = from;
  scalar.test(text);
  return scalar.lastIndex;
}

/** Without a regular expression: a string may have megabytes of escapes. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isOpening(sign: string | undefined): boolean {
  return sign === '{' || sign === '[';
}

function isClosing(sign: string | undefined): boolean {
  return sign === '}' || sign === ']';
}

function nodeOf(text: string, tokens: readonly TextRange[]): JsonNode | undefined {
  let at = 0;
  const take = (): TextRange => tokens[at++] ?? { from: text.length, to: text.length };
  const read = (): JsonNode => {
    const { from, to } = take();
    if (!isOpening(text[from])) return { is: 'scalar', from, to, members: [] };
    const is = text[from] === '{' ? 'object' : 'array';
    const members: JsonMember[] = [];
    while (at < tokens.length && !isClosing(text[tokens[at]?.from ?? 0])) {
      const key = is === 'object' ? take() : undefined;
      const value = read();
      const name = key === undefined ? members.length : (JSON.parse(text.slice(key.from, key.to)) as string);
      members.push({ name, from: key?.from ?? value.from, to: value.to, value });
    }
    return { is, from, to: take().to, members };
  };
  return tokens.length === 0 ? undefined : read();
}
