import { readJsonText, writtenJson } from '../reading/bounded-json.ts';
import type { SentRequest } from '../model/exchange.ts';

/** The JSON value that a request sent; undefined where its body is none, or nests deeper than anything that is sent. */
export function sentJson({ body }: Pick<SentRequest, 'body'>): unknown {
  const read = readJsonText(Buffer.from(body).toString('utf8'), undefined, writtenJson);
  return read.is === 'json' ? read.value : undefined;
}

/** A member of the JSON object that a request sent, as JSON; undefined where its body has no such member. */
export function sentMember(request: Pick<SentRequest, 'body'>, name: string): string | undefined {
  const body = sentJson(request);
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return JSON.stringify((body as Readonly<Record<string, unknown>>)[name]);
}
