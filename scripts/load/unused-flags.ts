import type { RawSettings } from '../../conformance/settings/settings.ts';
import type { Operation } from '../../load/plan/operations.ts';
import { loadScenarios, type LoadScenario } from '../../load/plan/scenarios.ts';
import type { TraceLine } from '../../load/plan/trace.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { LoadOptions } from './read-options.ts';

/** The properties of a run that decide whether it reads a flag. */
type Sent = {
  readonly scenario: LoadScenario;
  readonly operations: ReadonlyMap<Operation, unknown>;
  readonly trace: readonly TraceLine[] | undefined;
};

/** Why a run does not read a flag. Undefined where it does. */
type Unread = (sent: Sent) => string | undefined;

/** Every flag that some run does not read. */
export const unusedFlags: { readonly [flag: string]: Unread } = {
  rate: (sent) => ofClosedLoop(sent) ?? ofTrace(sent),
  arrivals: ofClosedLoop,
  'max-in-flight': ofClosedLoop,
  peak: (sent) =>
    ofClosedLoop(sent) ?? onlyFor(({ shape }) => shape === 'spike' || shape === 'stepLoad')(sent) ?? ofTrace(sent),
  steps: (sent) => ofClosedLoop(sent) ?? onlyFor(({ shape }) => shape === 'stepLoad')(sent) ?? ofTrace(sent),
  turns: onlyFor(({ defaults }) => defaults?.turns !== undefined),
  think: onlyFor(({ defaults }) => defaults?.turns !== undefined),
  concurrency: ({ scenario: { name, shape } }) =>
    shape === 'sweep'
      ? undefined
      : `is for load sweep; ${name} is an open load, which has --rate, and --max-in-flight as its bound`,
  format: whereSent(['speech'], 'speech'),
  content: whereSent(['stream'], 'streams'),
  dialect: whereSent(['stream'], 'streams'),
  'same-input': whereSent(['stream', 'chat', 'speech'], 'requests with an input'),
  mix: ({ scenario, trace = [] }) =>
    scenario.defaults?.turns === undefined &&
    trace.length > 0 &&
    trace.every(({ operation }) => operation !== undefined)
      ? 'is for requests of any operation, and each line of --trace has its own; leave out one of them'
      : undefined,
};

/**
 * Throws a UsageError for a flag of the command line that would have no effect. In a settings file it may be meant for
 * other scenarios.
 */
export function refuseUnusedFlags(sent: Sent, flags: RawSettings): void {
  for (const [flag, unread] of Object.entries(unusedFlags)) {
    const because = flags[flag] === undefined ? undefined : unread(sent);
    if (because !== undefined) throw new UsageError(`--${flag} ${because}`);
  }
}

/**
 * The options without those that a settings file has for other scenarios: records would otherwise contain them for this
 * run.
 */
export function withoutUnusedOptions(options: LoadOptions, sent: Sent): LoadOptions {
  const isRead = (flag: keyof typeof unusedFlags): boolean => unusedFlags[flag]?.(sent) === undefined;
  return {
    ...options,
    ...(!isRead('format') && { format: undefined }),
    ...(!isRead('content') && { content: undefined, contentFrom: undefined }),
    ...(!isRead('same-input') && { sameInput: false }),
    ...(!isRead('mix') && { mix: undefined }),
  };
}

function ofClosedLoop({ scenario: { shape } }: Sent): string | undefined {
  return shape === 'sweep'
    ? 'is for an open load; load sweep is a closed loop, whose answers decide when the next request is sent: --concurrency says how many users there are'
    : undefined;
}

function ofTrace({ trace }: Sent): string | undefined {
  return trace === undefined ? undefined : 'is for a schedule, and --trace gives the times; leave out one of them';
}

function onlyFor(reads: (scenario: LoadScenario) => boolean): Unread {
  const names = loadScenarios.filter(reads).map(({ name }) => name);
  return ({ scenario }) =>
    reads(scenario)
      ? undefined
      : `is for load ${names.join(' and load ')}, and load ${scenario.name} does not read it; leave it out`;
}

function whereSent(operations: readonly Operation[], what: string): Unread {
  return ({ scenario, operations: sent }) =>
    operations.some((each) => sent.has(each))
      ? undefined
      : `is for ${what}, and this load ${scenario.name} sends none; leave it out, or give it a --mix with ${operations.join(' or ')}`;
}
