import { pathFrom, pathText, unquotedText, type Path } from './path.ts';

/**
 * Which events of a stream carry text of the reply: those with text in their data at `path`. Absent parts are no
 * condition; without a path the data itself is the text.
 */
export type ContentRule = {
  /** The name of the events (WHATWG HTML 9.2.6); `message` where they have none. */
  readonly event?: string;
  /** A member of the data that distinguishes these events from others, and its exact text. */
  readonly where?: { readonly path: Path; readonly is: string };
  /** The path of the text within the data, which is JSON. An empty path: the data is a single JSON string. */
  readonly path?: Path;
};

/**
 * The spelling of a rule: `event=token,delta.text`, `type=delta,text`, `event=token`, `$`, `plain`. `ruleFrom` reads it
 * back.
 */
export function ruleText({ event, where, path }: ContentRule): string {
  const parts = [
    ...(event === undefined ? [] : [`event=${valueText(event)}`]),
    ...(where === undefined ? [] : [`${pathText(where.path)}=${valueText(where.is)}`]),
    ...(path === undefined ? [] : [pathText(path)]),
  ];
  return path === undefined && event === undefined ? [...parts, 'plain'].join(',') : parts.join(',');
}

function valueText(value: string): string {
  return /^[^\s,="]+$/.test(value) ? value : JSON.stringify(value);
}

type ParsedRule =
  | { readonly is: 'rule'; readonly rule: ContentRule }
  /** `because` says what is wrong, and what would be right. */
  | { readonly is: 'wrong'; readonly because: string };

/** Reads a rule as it is given: `event=token`, `delta.text`, `event=token,type=delta,text`. */
export function ruleFrom(text: string): ParsedRule {
  let rule: ContentRule = {};
  for (const part of partsOf(text)) {
    const more = partFrom(part);
    if (more === undefined) return wrong(part);
    const twice = Object.keys(more).find((name) => name in rule);
    if (twice !== undefined) return { is: 'wrong', because: `${JSON.stringify(text)} has two of one kind: ${part}` };
    rule = { ...rule, ...more };
  }
  return { is: 'rule', rule };
}

/** The rule that a text spells. Undefined where there is no text or no valid rule. */
export function ruleIn(text: string | undefined): ContentRule | undefined {
  const parsed = text === undefined ? undefined : ruleFrom(text);
  return parsed?.is === 'rule' ? parsed.rule : undefined;
}

/** Splits at commas outside of quotes. */
function partsOf(text: string): readonly string[] {
  const parts = [''];
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^]/g)) {
    if (piece === ',') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return parts.map((part) => part.trim());
}

function partFrom(part: string): ContentRule | undefined {
  if (part === 'plain') return {};
  const [, name = '', value] = /^((?:"(?:[^"\\]|\\.)*"|[^="])*)(?:=(.*))?$/s.exec(part) ?? [];
  const path = name === '' ? undefined : pathFrom(name);
  if (path === undefined) return undefined;
  if (value === undefined) return { path };
  const is = value.startsWith('"') ? unquotedText(value) : /^[^\s,="]+$/.test(value) ? value : undefined;
  if (is === undefined) return undefined;
  return name === 'event' ? { event: is } : { where: { path, is } };
}

function wrong(part: string): ParsedRule {
  return {
    is: 'wrong',
    because: `${JSON.stringify(part)} tells no reply text; expected an event's name such as event=token, where the text lies in its JSON such as delta.text, or both with a comma between`,
  };
}
