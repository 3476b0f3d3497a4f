import { mediaTypeOf } from '../../conformance/bodies/content.ts';
import { headerOf, type Answer, type Exchange } from '../../conformance/model/exchange.ts';
import { visible } from '../../reports/text/visible.ts';

const webPages: readonly string[] = ['text/html', 'application/xhtml+xml'];

/**
 * Where a target answers the first requests, for its lists of voices and bots, with web pages only, or with redirections
 * only: the usual reason is a base URL of something else, of which hundreds of failures would say nothing.
 */
export function baseUrlAdvice(target: string, first: readonly Pick<Exchange, 'response'>[]): string | undefined {
  const answers = first.flatMap(({ response }) => (response.is === 'answer' ? [response] : []));
  const [answer] = answers;
  if (answer === undefined) return undefined;
  if (answers.every((each) => redirectionOf(each) !== undefined))
    return visible(
      `${target} redirects each request (status ${answer.status} to ${redirectionOf(answer) ?? ''}), and assay follows no redirection, so that no token goes elsewhere: is that the base URL of the service, without /v1?`,
    );
  if (!answers.every((each) => webPages.includes(mediaTypeOf(each)))) return undefined;
  const seen = `status ${answer.status}, ${mediaTypeOf(answer)}`;
  return visible(
    `${target} answers with a web page (${seen}), where JSON is expected: is this the base URL of the service, without /v1?`,
  );
}

function redirectionOf({ status, headers }: Answer): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headerOf(headers, 'location') : undefined;
}
