import { mediaTypeOf } from '../../bodies/content.ts';
import { answersIn, isNoSuchService } from '../../classification/no-such-service.ts';
import type { Cause } from '../../contract/formats/run.ts';
import { headerOf, type Answer, type Exchange } from '../../model/exchange.ts';
import { leadExchangeId } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { topicOf, type ExchangeOf } from './likeness.ts';
import { levelRank } from './failure-order.ts';
import { headOf } from '../../reading/whole-letters.ts';

/** Fewest answers that are judged: of fewer, the first right answer may still be to come. */
const leastAnswers = 4;

/**
 * The one cause of all failures where no answer of a target can come from this service: pages, redirections, refusals
 * without the error object, or one body whatever is asked for. Undefined where a single answer, right or wrong, may
 * come from this service.
 */
export function otherServiceCause(
  failed: readonly Finding[],
  exchanges: readonly Exchange[],
  exchangeOf: ExchangeOf,
): Cause | undefined {
  const answers = answersIn(exchanges);
  if (answers.length < leastAnswers || !isNoSuchService(answers)) return undefined;
  const inOrder = failed.toSorted((a, b) => placeOf(a, exchangeOf) - placeOf(b, exchangeOf));
  const [lead] = inOrder;
  if (lead === undefined) return undefined;
  const [[kind, alike]] = [...Map.groupBy(answers, ({ response }) => kindOf(response))].toSorted(
    ([, a], [, b]) => b.length - a.length,
  ) as [[string, typeof answers], ...unknown[]];
  const all = answers.length;
  const which = `${alike.length === all ? `all ${all}` : `${alike.length} of ${all}`} answers are ${kind}`;
  const isShut = alike.every(({ response }) => [401, 403].includes(response.status));
  const exchange = lead.reproduces ?? lead.exchanges[0];
  const isOfSlash = isOfSlashes(exchanges);
  const what = isShut
    ? 'nobody is let in, nor told the public list of voices'
    : isOfSlash
      ? 'every path leads to the same path with a slash behind it'
      : 'this is no such service';
  return {
    title: `${what}: ${which}`,
    checks: [...new Set(inOrder.map(({ check }) => check))],
    ...(exchange === undefined ? {} : { exchange }),
    elsewhere: isShut ? shutAdvice : isOfSlash ? slashAdvice : elsewhereAdvice,
    likely: [],
  };
}

/** True where every answer redirects to the path that was asked for, with a slash behind it. */
function isOfSlashes(exchanges: readonly Exchange[]): boolean {
  const answered = exchanges.filter((exchange) => answersIn([exchange]).length > 0);
  return answered.every(({ request, response }) => {
    if (response.is !== 'answer' || response.status < 300 || response.status >= 400) return false;
    const to = headerOf(response.headers, 'location');
    const asked = URL.parse(request.url);
    return to !== undefined && asked !== null && URL.parse(to, request.url)?.pathname === `${asked.pathname}/`;
  });
}

const elsewhereAdvice =
  'Is --target its base URL, without /v1 and with the right port? Does a proxy, a gateway or a login page answer in its place?';
const slashAdvice =
  'The document has no such slash, and a client that sends POST does not follow: which router or proxy redirects (APPEND_SLASH of Django, say)? Serve the paths as they are.';
const shutAdvice =
  'Does a gateway stand in front that lets only some in, by their address, a client certificate or a field (--header)? Is --target the base URL, without /v1?';

function kindOf(answer: Answer): string {
  const { status, headers, body } = answer;
  const place = status >= 300 && status < 400 ? headerOf(headers, 'location') : undefined;
  const type = mediaTypeOf(answer);
  if (place !== undefined) return `status ${status} to ${headOf(place, longestShown)}`;
  return `status ${status}${body.length === 0 ? ' without a body' : type === '' ? '' : `, ${headOf(type, longestShown)}`}`;
}

const longestShown = 60;

/**
 * The place of a failure: heavier levels first, then what one plain request asks for: the voices, without a token, then
 * the bots.
 */
function placeOf(finding: Finding, exchangeOf: ExchangeOf): number {
  const lists = ['voices.list', 'bots.list'];
  const isOfLists = lists.indexOf(topicOf(finding.check));
  const shown = exchangeOf(leadExchangeId(finding))?.operation;
  const kind = isOfLists !== -1 ? isOfLists : shown === 'voices' ? 2 : 3;
  return 10 * levelRank([finding]) + kind;
}
