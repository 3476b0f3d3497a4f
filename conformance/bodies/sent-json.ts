import { readJsonText, writtenJson } from '../reading/bounded-json.ts';
import { hasOwnDigits, inSource } from '../reading/json-in-source.ts';
import type { SentRequest } from '../model/exchange.ts';

/** The JSON value that a request sent; undefined where its body is none, or nests deeper than anything that is sent. */
export function sentJson({ body }: Pick<SentRequest, 'body'>): unknown {
  return jsonIn(textOf(body));
}

function jsonIn(text: string, parse?: (text: string) => unknown): unknown {
  const read = readJsonText(text, parse, writtenJson);
  return read.is === 'json' ? read.value : undefined;
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}

/** A member of the JSON object that a request sent, as JSON, in its own digits; undefined where its body has no such member. */
export function sentMember(request: Pick<SentRequest, 'body'>, name: string): string | undefined {
  const text = textOf(request.body);
  const body = jsonIn(text, hasOwnDigits(text) ? inSource : undefined);
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return JSON.stringify((body as Readonly<Record<string, unknown>>)[name]);
}
