import { sentJson } from '../../bodies/sent-json.ts';
import type { Exchange } from '../../model/exchange.ts';

/**
 * What filters of contents and firewalls look for: the beginning of a tag, of an HTML comment, or of a name in a
 * template.
 */
const likeAnAttack = /<[a-z/!?%]|\{\{|[$#]\{/i;

/** Statuses with which a filter may refuse a text. Another 4xx is about something else. */
const filtering = [400, 403, 406, 422, 451];

/**
 * True where the text of a request looks like a script or a template and is refused: a filter of contents may have
 * refused it (7.5: which condition yields which status is not shown). `chat.text/accepts-what-looks-like-an-attack`
 * judges that.
 */
export function mayBeFiltered({ request, response }: Exchange): boolean {
  if (response.is !== 'answer' || !filtering.includes(response.status)) return false;
  const sent = sentJson(request);
  if (typeof sent !== 'object' || sent === null) return false;
  return Object.values(sent).some((value) => typeof value === 'string' && likeAnAttack.test(value));
}
