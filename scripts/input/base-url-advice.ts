import { mediaTypeOf } from '../../conformance/bodies/content.ts';
import { headerOf, isSuccessStatus, type Answer, type Exchange } from '../../conformance/model/exchange.ts';
import { escapeControls } from '../../reports/text/visible.ts';

const webPages: readonly string[] = ['text/html', 'application/xhtml+xml'];

/**
 * Advice where the first requests, for the lists of voices and bots, get only web pages, only redirections, the same
 * status that says nothing is there, or the same body: usually the base URL is wrong, and hundreds of failures would
 * not say so.
 */
export function baseUrlAdvice(target: string, first: readonly Pick<Exchange, 'response'>[]): string | undefined {
  const answers = first.flatMap(({ response }) => (response.is === 'answer' ? [response] : []));
  const [answer] = answers;
  if (answer === undefined) return undefined;
  if (answers.every((each) => redirectionOf(each) !== undefined))
    return escapeControls(
      `${target} redirects each request (status ${answer.status} to ${redirectionOf(answer) ?? ''}), and assay follows no redirection, so that no token goes elsewhere: is that the base URL of the service, without /v1?`,
    );
  const { status } = answer;
  const isSame = answers.every((each) => each.status === status);
  if (isSame && status === 407) return escapeControls(`${target} answers with status 407: ${proxyCredentialsAdvice}`);
  if (!answers.every((each) => webPages.includes(mediaTypeOf(each)))) {
    const isOne = isOneBody(answers);
    if (!isOne && !(isSame && nowhere.includes(status))) return undefined;
    return escapeControls(
      `${target} answers the first requests ${isOne ? 'with one and the same body' : 'alike'} (status ${status}): is this the base URL of the service, without /v1?`,
    );
  }
  const seen = `status ${answer.status}, ${mediaTypeOf(answer)}`;
  return escapeControls(
    `${target} answers with a web page (${seen}), where JSON is expected: is this the base URL of the service, without /v1?`,
  );
}

function redirectionOf({ status, headers }: Answer): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headerOf(headers, 'location') : undefined;
}

/** The message for a proxy that the response does not name, in front of the target. */
export const proxyCredentialsAdvice =
  'a proxy on the way wants credentials; give them in HTTP_PROXY or HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT';

const nowhere: readonly number[] = [404, 405];

/** The same body for both lists: a list of voices cannot be a list of bots. */
function isOneBody([first, ...others]: readonly Answer[]): boolean {
  if (first === undefined || others.length === 0 || first.body.length === 0) return false;
  return [first, ...others].every(
    ({ status, body }) => isSuccessStatus(status) && Buffer.compare(body, first.body) === 0,
  );
}
