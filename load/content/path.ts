/** A step into JSON: the name of a member, the index of an element, or `each` element. */
export type PathStep = string | number | typeof eachElement;
export const eachElement = Symbol('each element');

/** The path to a value in JSON. An empty path is the whole value. */
export type Path = readonly PathStep[];

const plainName = /^[^\s.,=[\]"$]+$/;

/**
 * The spelling of a path: `delta.text`, `choices[].delta.content`, `$[1]`; `$` alone is the whole value. `pathFrom`
 * reads it back.
 */
export function pathText(path: Path): string {
  const [first] = path;
  const text = path.map(stepText).join('');
  // A spelling may begin with a plain name, except `event` and `plain`, which mean something else in a rule.
  const isBare = typeof first === 'string' && plainName.test(first) && first !== 'event' && text !== '.plain';
  return isBare ? text.slice(1) : `$${text}`;
}

function stepText(step: PathStep): string {
  if (typeof step === 'string') return plainName.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  return typeof step === 'number' ? `[${step}]` : '[]';
}

const stepPattern = /\.([^\s.,=[\]"$]+)|\[(\d{0,6})\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** `undefined` where the text is not a path. */
export function pathFrom(text: string): Path | undefined {
  const [start] = /^(?:\$|(?=\[)|)/.exec(text) ?? [''];
  const rest = start === '$' || text.startsWith('[') ? text.slice(start.length) : `.${text}`;
  const path: PathStep[] = [];
  for (let at = 0; at < rest.length; at = stepPattern.lastIndex) {
    stepPattern.lastIndex = at;
    const [, name, place, quoted] = stepPattern.exec(rest) ?? [];
    if (name !== undefined) path.push(name);
    else if (place !== undefined) path.push(place === '' ? eachElement : Number(place));
    else {
      const unquoted = quoted === undefined ? undefined : unquotedText(quoted);
      if (unquoted === undefined) return undefined;
      path.push(unquoted);
    }
  }
  return path;
}

export function unquotedText(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
