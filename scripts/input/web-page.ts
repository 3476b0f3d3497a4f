import { mediaTypeOf } from '../../conformance/bodies/content.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { visible } from '../../reports/text/visible.ts';

const webPages: readonly string[] = ['text/html', 'application/xhtml+xml'];

/**
 * Where a target answers the first requests, for its lists of voices and bots, with web pages only: the usual reason is a
 * base URL of something else, of which hundreds of failures would say nothing.
 */
export function webPageAdvice(target: string, first: readonly Pick<Exchange, 'response'>[]): string | undefined {
  const answers = first.flatMap(({ response }) => (response.is === 'answer' ? [response] : []));
  const [page] = answers;
  if (page === undefined || !answers.every((answer) => webPages.includes(mediaTypeOf(answer)))) return undefined;
  const seen = `status ${page.status}, ${mediaTypeOf(page)}`;
  return visible(
    `${target} answers with a web page (${seen}), where JSON is expected: is this the base URL of the service, without /v1?`,
  );
}
