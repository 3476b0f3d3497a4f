import { asObject, parseJson, asNumber } from '../records/narrow.ts';
import { operationNames, type Operation } from './operations.ts';
import { publishedTrace, type PublishedTrace } from './published-traces.ts';

/** A request of a trace: its time, and its operation and body where they differ from those of the scenario. */
export type TraceLine = {
  /** Milliseconds since the trace began, ascending. */
  readonly atMs: number;
  readonly operation?: Operation;
  /** Sent unchanged. */
  readonly body?: string;
};

type Trace =
  | { readonly is: 'trace'; readonly lines: readonly TraceLine[] }
  | { readonly is: 'bad'; readonly lineNumber: number; readonly because: string };

/**
 * Reads a trace with a JSON object per line: `{"atMs": 120.5, "operation": "chat", "body": {"message": "…"}}`. Only
 * `atMs` is required. Blank lines count as lines, and are otherwise ignored. Published traces are recognised by their
 * first line.
 */
export function traceFrom(text: string): Trace {
  const lines: TraceLine[] = [];
  let beforeMs = 0;
  let published: PublishedTrace | undefined;
  let isFirst = true;
  for (const [place, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    if (isFirst) published = publishedTrace(line);
    const isHead = isFirst && published?.hasHead === true;
    isFirst = false;
    if (isHead) continue;
    const read = published ? published.line(line, beforeMs) : traceLine(line, beforeMs);
    if (typeof read === 'string') return { is: 'bad', lineNumber: place + 1, because: read };
    lines.push(read);
    beforeMs = read.atMs;
  }
  return lines.length > 0 ? { is: 'trace', lines } : { is: 'bad', lineNumber: 1, because: 'it holds no request' };
}

function traceLine(line: string, beforeMs: number): TraceLine | string {
  const fields = asObject(parseJson(line));
  if (fields === undefined)
    return 'it is not a JSON object, expected one such as {"atMs": 120, "body": {"message": "Hello"}}';
  const unknown = Object.keys(fields).find((name) => !['atMs', 'operation', 'body'].includes(name));
  if (unknown !== undefined) return `${shown(unknown)} is not a field of a trace, expected atMs, operation, body`;
  const atMs = asNumber(fields['atMs']);
  if (atMs === undefined || atMs < 0) return `atMs is ${shown(fields['atMs'])}, expected milliseconds from 0 on`;
  if (atMs < beforeMs) return `atMs is ${atMs}, expected no less than the ${beforeMs} before it`;
  const operation = operationNames.find((name) => name === fields['operation']);
  if (fields['operation'] !== undefined && operation === undefined)
    return `operation is ${shown(fields['operation'])}, expected ${operationNames.join(', ')}`;
  const { body } = fields;
  if (body !== undefined && typeof body !== 'string' && asObject(body) === undefined)
    return 'body is neither an object nor a text';
  const sent = typeof body === 'string' || body === undefined ? body : jsonText(body);
  if (body !== undefined && sent === undefined) return 'body nests too deep to be written';
  return {
    atMs: Math.round(atMs * 1000) / 1000,
    ...(operation !== undefined && { operation }),
    ...(sent !== undefined && { body: sent }),
  };
}

/** Undefined where the value nests deeper than the stack allows. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A short form in which the value is recognisable. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const longestShown = 120;
