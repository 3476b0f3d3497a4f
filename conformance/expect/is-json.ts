import { headerOf } from '../core/exchange.ts';
import { jsonOf, mediaTypeOf } from '../core/content.ts';
import { onAnswer } from './on-answer.ts';

/** The body is JSON text (4: all bodies are, except the stream; RFC 8259). */
export const isJson = onAnswer((answer) => {
  const json = jsonOf(answer);
  return json.is === 'json' ? [] : [{ aspect: 'body', expected: 'JSON text', observed: json.because }];
});

/**
 * The media type says so: `application/json`, `text/json` or a `+json` type. An absent field is not judged here:
 * RFC 9110 8.3 only says that it should be sent.
 */
export const saysJson = onAnswer((answer) => {
  const type = mediaTypeOf(answer);
  if (type === '' || /^(application|text)\/json$|\+json$/.test(type)) return [];
  const observed = headerOf(answer.headers, 'content-type') ?? '';
  return [{ aspect: 'Content-Type', expected: 'application/json', observed, per: 'RFC 9110 8.3' }];
});
