import type { Finding, Run } from '../../conformance/model/run.ts';
import { timeText } from '../text/format.ts';
import type { EarlierRun } from './background.ts';
import { topicOf } from './clauses.ts';
import { askedText } from '../exchange/asked-text.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';

const ofStreams = 'callers that read a reply while it is written';
const ofChats = 'callers that wait for the whole reply';
const ofSpeech = 'clients of text-to-speech';
const ofBots = 'callers that list bots';
const ofVoices = 'callers that choose a voice';
const ofConversations = 'conversations of more than one turn';
const ofLeaks = 'workspaces whose conversations others may read';
/** Callers that the path of the request names already. */
const evident: readonly string[] = [ofStreams, ofChats, ofSpeech, ofBots, ofVoices];
/** Who is affected where a requirement is not met, by the topic of its checks. */
const whom: Readonly<Record<string, string>> = {
  auth: 'everyone whose token is to keep others out',
  bots: ofBots,
  chat: ofChats,
  stream: ofStreams,
  sessions: ofConversations,
  'sessions.isolation': ofLeaks,
  'sessions.foreign': ofLeaks,
  'sessions.foreign-ids': ofLeaks,
  'chat.memory': ofConversations,
  voices: ofVoices,
  speech: ofSpeech,
  metering: 'whoever pays for the workspace',
  'metering.members': 'members of a workspace, by their limits',
  errors: 'callers that handle errors',
  'errors.secrecy': 'everyone whose token is to stay secret',
  transport: 'HTTP clients, proxies and whatever else stands between',
};

/** The same by the name of a check, where its topic would name the wrong callers. */
const specials: Readonly<Record<string, readonly (readonly [names: RegExp, whom: string])[]>> = {
  // These let nobody in who has no token.
  auth: [
    [/-accepted$/, 'callers that write the Authorization header in another valid form'],
    [/-server-error|error-object|401-names-/, 'callers that handle errors'],
  ],
  chat: [[/\bstreams?\b/, ofStreams]],
};

function whomOf(check: string): readonly string[] {
  const topic = topicOf(check);
  const [family = ''] = topic.split('.');
  const [, special] = (specials[family] ?? []).find(([names]) => names.test(check)) ?? [];
  const found = special ?? whom[topic] ?? whom[family];
  return found === undefined ? [] : [found];
}

/** Families of checks whose subject did not happen where the answer is missing or incomplete. */
const ofOther = ['sessions', 'metering', 'auth', 'errors'];
const unanswered = 'callers that wait for an answer';

type Affecting = Pick<Finding, 'check'> & Partial<Pick<Finding, 'mismatches'>>;

function whomIn({ check, mismatches: [first] = [] }: Affecting): readonly string[] {
  const isWithoutAnswer = first?.kind?.is === 'response' || first?.kind?.is === 'ending';
  const [family = ''] = check.split('.');
  if (isWithoutAnswer && ofOther.includes(family)) return [unanswered];
  // Nor did it where the service said no more than that it erred: nobody read anything.
  const isErrorAlone = first?.kind?.due === 'notServerError';
  return whomOf(check).map((each) => (isErrorAlone && each === ofLeaks ? ofConversations : each));
}

/**
 * Who is affected by the failures of a cause: first those affected by the first failure, which shows it best, then by the
 * number of failures. Empty where their topic says nothing.
 */
export function affectedBy(findings: readonly Affecting[]): readonly string[] {
  const all = findings.flatMap(whomIn);
  return [...Map.groupBy(all, (each) => each)]
    .toSorted(([a, one], [b, other]) => Number(b === all[0]) - Number(a === all[0]) || other.length - one.length)
    .map(([each]) => each);
}

/** The same; empty where the path of the request says it already. */
export function affectedBeyondPath(findings: readonly Affecting[]): readonly string[] {
  const all = affectedBy(findings);
  return all.length === 1 && all.every((each) => evident.includes(each)) ? [] : all;
}

/**
 * Whether the failures of a cause are new since the earlier run; undefined where that run judged none of their
 * checks.
 */
export function newnessOf(
  findings: readonly Pick<Finding, 'check'>[],
  { folder, startedAt, verdicts }: EarlierRun,
): string | undefined {
  const before = findings.map(({ check }) => verdicts.get(check));
  const run = `${folder} (${timeText(startedAt)})`;
  const failed = before.filter((is) => is === 'fail').length;
  if (before[0] === 'fail') return `Not new: this check also failed in the run ${run}.`;
  if (before[0] === 'pass' && failed > 0)
    return `New: it passed in ${run}, where ${failed} of these ${before.length} failed too.`;
  if (failed > 0) return `${failed} of these ${before.length} also failed in the run ${run}.`;
  return before.includes('pass') ? `New: it passed in ${run}.` : undefined;
}

type Cause = Run['causes'][number];
type AboutOf = Pick<Cause, 'elsewhere' | 'since' | 'counted' | 'common' | 'beside'> & {
  readonly findings: readonly Affecting[];
};

/**
 * What is known of a cause besides its evidence: what answered in place of the service, since when it fails, what the
 * failing requests have in common, who is affected, and whether it is new. Empty where nothing is known.
 */
export function causeContext(
  { findings, elsewhere, since, counted, common, beside }: AboutOf,
  earlier?: EarlierRun,
  exchangeOf?: ExchangeOf,
): string {
  const affected = elsewhere === undefined ? affectedBeyondPath(findings) : [];
  return [
    elsewhere,
    since && failingSinceText(since, exchangeOf),
    counted,
    common && commonFeatureText(common, findings.length),
    beside,
    affected.length === 0 ? undefined : `Affects ${affected.join('; ')}.`,
    earlier && newnessOf(findings, earlier),
  ]
    .filter((words) => words !== undefined)
    .join(' ');
}

/**
 * `From about request 596 of 1179 on no whole request succeeds: 583 requests got a 5xx status or no answer.`, with the
 * request before, where that is known.
 */
export function failingSinceText(
  { request, of, failed, before }: NonNullable<Cause['since']>,
  exchangeOf: ExchangeOf = () => undefined,
): string {
  const sent = before === undefined ? undefined : exchangeOf(before)?.request;
  const justBefore = sent === undefined ? '' : ` Just before: ${askedText(sent)}.`;
  return `From about request ${request} of ${of} on no whole request succeeds: ${failed} requests got a 5xx status or no answer.${justBefore}`;
}

/** `All 6 failed checks send a request with instructions, and so do 9 of the 133 that passed.` */
export function commonFeatureText({ request, passed, of }: NonNullable<Cause['common']>, failed: number): string {
  const so = passed === 0 ? 'none' : `so ${passed === 1 ? 'does' : 'do'} ${passed}`;
  return `All ${failed} failed checks send ${request}, and ${so} of the ${of} that passed.`;
}
