import type { Exchanges } from '../../model/check.ts';
import { speechBodyOf } from './speech-body.ts';

/** The `contentType` of the last answer. */
export function observedContentType(seen: Exchanges): string | undefined {
  const response = seen.at(-1)?.response;
  const contentType = response?.is === 'answer' ? speechBodyOf(response)?.contentType : undefined;
  return typeof contentType === 'string' ? contentType : undefined;
}
