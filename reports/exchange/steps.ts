import type { Exchange, Operation } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { plantedWords } from './planted-words.ts';

/** One exchange of a finding, with its place in the order of requests and its role. */
export type ExchangeStep = {
  readonly id: string;
  readonly number: number;
  readonly role: string;
  /** The run recorded that another exchange depends on it. */
  readonly isLink: boolean;
  /**
   * It sent a word that appears, or is missing, in the exchange that shows the failure, which cannot be understood
   * without it.
   */
  readonly isTelling: boolean;
};

/** The exchanges of a finding as they are presented, with the one that shows the failure separate. */
export type ExchangeSteps = {
  readonly of: number;
  readonly shows: ExchangeStep | undefined;
  readonly before: readonly ExchangeStep[];
  readonly after: readonly ExchangeStep[];
  /** Each exchange is an independent case. */
  readonly areCases: boolean;
  /** The remaining exchanges: later ones, or those of other cases. */
  readonly others: 'after it' | 'of other cases';
};

const showsIt = 'shows the failure';
const showsOne = 'shows a failure too';

/** What a request does, where its role is unknown. */
const asks: Readonly<Record<Operation, string>> = {
  bots: 'lists the bots',
  chat: 'sends a chat message',
  stream: 'asks for a streamed reply',
  voices: 'lists the voices',
  speech: 'asks for speech',
  other: 'another request',
};

/**
 * The roles come from the recorded run: the exchanges that mismatches and the ledger name, and the values that one
 * request takes from another.
 */
export function exchangeSteps(finding: Finding, byId: ReadonlyMap<string, Exchange>): ExchangeSteps {
  const ids = [...new Set(finding.exchanges)];
  const shower = showerOf(finding, ids);
  const named = namedIn(finding);
  const sessions = sessionsIn(ids, byId);
  const linked = new Set([...named, ...sessions.keys(), ...(finding.ledger ?? []).map(({ exchange }) => exchange)]);
  const words = wordsJudged(finding, shower);
  const steps = ids.map((id, at): ExchangeStep => {
    const exchange = byId.get(id);
    const told = id === shower ? undefined : wordSentIn(exchange, words);
    const role = id === shower ? showsIt : roleOf(id, { finding, named, sessions, exchange, told });
    return { id, number: at + 1, role, isLink: linked.has(id), isTelling: told !== undefined };
  });
  const at = shower === undefined ? steps.length : ids.indexOf(shower);
  const own = finding.case?.exchanges;
  if (own !== undefined) {
    // For conversations, the exchanges that led to the failure come before it and the others after it.
    const isBefore = ({ id, number }: ExchangeStep): boolean => own.includes(id) && number <= at;
    const after = steps.filter((step) => step !== steps[at] && !isBefore(step));
    const before = steps.filter(isBefore);
    return { of: ids.length, shows: steps[at], before, after, areCases: false, others: 'of other cases' };
  }
  return {
    of: ids.length,
    shows: steps[at],
    before: steps.slice(0, at),
    after: steps.slice(at + 1),
    areCases: finding.case !== undefined,
    others: 'after it',
  };
}

/**
 * The exchange that shows a failure: the one that is sent again, else the first that a mismatch names, else the last.
 */
function showerOf(finding: Finding, ids: readonly string[]): string | undefined {
  if (finding.verdict.is !== 'fail') return undefined;
  return [finding.reproduces, ...namedIn(finding)].find((id) => id !== undefined && ids.includes(id)) ?? ids.at(-1);
}

function namedIn({ mismatches }: Finding): readonly string[] {
  return mismatches.flatMap(({ exchange, range }) => exchange ?? range?.exchange ?? []);
}

/** The planted words in the mismatches of the exchange that shows the failure. */
function wordsJudged({ mismatches }: Finding, shower: string | undefined): readonly string[] {
  const own = mismatches.filter(({ exchange }) => exchange === undefined || exchange === shower);
  return own.flatMap(({ expected, observed }) => `${expected}\n${observed}`.match(plantedWords) ?? []);
}

function wordSentIn(exchange: Exchange | undefined, words: readonly string[]): string | undefined {
  if (exchange === undefined || words.length === 0) return undefined;
  const sent = new TextDecoder().decode(exchange.request.body.subarray(0, longestSearched));
  return words.find((word) => sent.includes(word));
}

type About = {
  readonly finding: Finding;
  readonly named: readonly string[];
  readonly sessions: ReadonlyMap<string, string>;
  readonly exchange: Exchange | undefined;
  readonly told: string | undefined;
};

function roleOf(id: string, { finding, named, sessions, exchange, told }: About): string {
  if (named.includes(id)) return showsOne;
  const use = finding.ledger?.find((row) => row.exchange === id);
  if (use !== undefined) return `uses the workspace: ${use.use}, price ${use.price}, with ${use.balance} left`;
  if (finding.case !== undefined && finding.case.exchanges?.includes(id) !== true) return 'another case';
  const asked = `${asks[exchange?.operation ?? 'other']}${told === undefined ? '' : `, sends ${told}`}`;
  const link = sessions.get(id);
  return link === undefined ? asked : `${asked}, ${link}`;
}

/** Maps each step to the step that began its session, by the session ids in responses and requests. */
function sessionsIn(ids: readonly string[], byId: ReadonlyMap<string, Exchange>): ReadonlyMap<string, string> {
  const made = new Map<string, { readonly id: string; readonly number: number }>();
  const says = new Map<string, string>();
  for (const [at, id] of ids.entries()) {
    const exchange = byId.get(id);
    if (exchange === undefined) continue;
    const sent = sessionIn(exchange.request.body);
    const maker = sent === undefined ? undefined : made.get(sent);
    if (maker !== undefined) {
      says.set(id, `goes on with the session of step ${maker.number}`);
      says.set(maker.id, 'makes the session');
    }
    const told = exchange.response.is === 'answer' ? sessionIn(exchange.response.body) : undefined;
    if (told !== undefined && !made.has(told)) made.set(told, { id, number: at + 1 });
  }
  return says;
}

/** Most bytes that are searched for a session id: chat replies are short. */
const longestSearched = 100_000;
const session = /"sessionId"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/;

/** The session id as written, whatever its type, also in a stream. */
function sessionIn(body: Uint8Array): string | undefined {
  return session.exec(new TextDecoder().decode(body.subarray(0, longestSearched)))?.[1];
}
