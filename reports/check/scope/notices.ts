import type { Run } from '../../../conformance/model/run.ts';
import { pluralize } from '../../text/format.ts';

/** What went wrong without failing a check, because a retry succeeded: a sentence each, for every report of a run. */
export function noticesOf(run: Notable): readonly string[] {
  return [
    passedOverText(run),
    filteredTextsText(run),
    lostConnectionsText(run),
    oneConnectionText(run),
    refusedSessionsText(run),
    temporaryRefusalsText(run),
  ].flatMap((text) => (text === undefined ? [] : [`${text}.`]));
}

type Notable = Pick<
  Run,
  'passedOver' | 'filteredTexts' | 'lostConnections' | 'oneConnection' | 'refusedSessions' | 'temporaryRefusals'
>;

/** The bot of the run, where that is not the first of the list. */
function passedOverText({ passedOver }: Notable): string | undefined {
  if (passedOver === undefined) return undefined;
  const { bots, status, bot } = passedOver;
  const first = bots === 1 ? 'The first listed bot' : `The first ${pluralize(bots, 'listed bot')}`;
  return `${first} refused a plain chat (status ${status}), so this run talked to the next one, ${bot}; --bot names another`;
}

/** How many texts a content filter refused. */
function filteredTextsText({ filteredTexts }: Notable): string | undefined {
  if (filteredTexts === undefined) return undefined;
  const { texts, status, example } = filteredTexts;
  return `The target’s content filter refused ${pluralize(texts, 'text')} (such as ${example}, status ${status}); which texts a service refuses is not specified, so no check fails by it`;
}

/** The lost connections whose requests were answered at another attempt: a service may have gone down meanwhile. */
function lostConnectionsText({ lostConnections }: Notable): string | undefined {
  if (lostConnections === undefined) return undefined;
  const { requests, times, at, before } = lostConnections;
  const when = `${times === 1 ? 'once' : `${times} times, first`} at ${at.slice(11, 19)} UTC`;
  const lost = `${pluralize(requests, 'request')} got no answer at first, and had one at another attempt, which is what was judged`;
  // A name of a probe may be a whole request.
  const busyWith = before.map(({ probe, check }) => check ?? `“${probe}”`);
  const busy = before.length === 0 ? '' : ` Just before, it was busy with requests of ${busyWith.join(', ')}.`;
  return `Connections to the target were lost ${when}: ${lost}.${busy} Its log of that time says whether it was started anew`;
}

/** That the target serves one connection at a time: clients that keep several open wait for each other. */
function oneConnectionText({ oneConnection }: Notable): string | undefined {
  if (oneConnection === undefined) return undefined;
  const at = oneConnection.since.slice(11, 19);
  return `The target serves one connection at a time: a request on a second one was answered only once the first was closed, though nothing was in flight on that. Since ${at} UTC the run closed each before it opened another, as with --concurrency 1; clients that keep several open, as most do, wait for each other there`;
}

/** The refused sessions whose conversations were sent once more: the service may lose sessions. */
function refusedSessionsText({ refusedSessions }: Notable): string | undefined {
  if (refusedSessions === undefined) return undefined;
  const { turns, refused, keptFor } = refusedSessions;
  // By itself too: that is no matter of how many it keeps.
  if (refused === turns)
    return `Each of ${pluralize(turns, 'turn')} that continue a session was refused as if there were no such session, also where a conversation was sent once more by itself. So no session goes on at all, however many a service keeps`;
  const these = `${refused} of ${pluralize(turns, 'turn')} that continue a session were refused as if there were no such session`;
  const again = 'so each of these conversations was sent once more by itself, and that was judged';
  if (keptFor !== undefined)
    return `${these}. Nearly all of them came later than ${(keptFor.ms / 1_000).toFixed(1)} s after their session ${keptFor.since === 'begun' ? 'began' : 'was last used'}, and hardly any that came so late was taken: sessions seem to be kept for so long only. For how long a service keeps them is not specified, ${again}`;
  return `${these}. How many sessions a service keeps is not specified, ${again}. A service that is meant to keep its sessions loses some while others are used, or has several processes that each know only sessions of their own`;
}

/** The temporary refusals, such as 429 and 503, which were retried. */
function temporaryRefusalsText({ temporaryRefusals = [] }: Notable): string | undefined {
  const [first, ...more] = temporaryRefusals;
  if (first === undefined) return undefined;
  const counts = [
    `${pluralize(first.answers, 'answer was', 'answers were')} ${first.status}${shareOf(first)}`,
    ...more.map((each) => `${each.answers} ${each.status}${shareOf(each)}`),
  ];
  return `Refused for the moment: ${counts.join(', ')}. By these no request counts as taken or refused; most are sent again, a few times at most`;
}

type Refused = NonNullable<Run['temporaryRefusals']>[number];

function shareOf({ answers, atRandomOf }: Refused): string {
  if (atRandomOf === undefined) return '';
  return ` (${Math.round((100 * answers) / atRandomOf)}% of all, at random: one of several servers behind it may be down)`;
}
