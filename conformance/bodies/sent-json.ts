import { readJsonText, writtenJson } from '../reading/bounded-json.ts';
import { hasOwnDigits, inSource } from '../reading/json-in-source.ts';
import { readOnce } from '../reading/read-once.ts';
import type { SentRequest } from '../model/exchange.ts';

/** The JSON value that a request sent; undefined where its body is no JSON, or nests deeper than any request. */
export function sentJson({ body }: Pick<SentRequest, 'body'>): unknown {
  return valueOf(body);
}

/**
 * A member of the JSON object that a request sent, as JSON with its original digits; undefined where there is no such
 * member.
 */
export function sentMember(request: Pick<SentRequest, 'body'>, name: string): string | undefined {
  const body = valueInOwnDigits(request.body);
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return JSON.stringify((body as Readonly<Record<string, unknown>>)[name]);
}

/** Read once: a dozen expectations ask for it for each request of a run. */
const valueOf = readOnce(
  (body: Uint8Array) => body.length,
  (body) => jsonIn(textOf(body)),
);

const valueInOwnDigits = readOnce(
  (body: Uint8Array) => body.length,
  (body) => {
    const text = textOf(body);
    return hasOwnDigits(text) ? jsonIn(text, inSource) : valueOf(body);
  },
);

function jsonIn(text: string, parse?: (text: string) => unknown): unknown {
  const read = readJsonText(text, parse, writtenJson);
  return read.is === 'json' ? read.value : undefined;
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
}
