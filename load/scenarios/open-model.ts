import { SharedArray } from 'k6/data';
import type { Options } from 'k6/options';
import {
  begin,
  endUnpaid,
  iterationInTest,
  messageOf,
  plainMessageOf,
  prepare,
  speechTextOf,
  type OneRequest,
  type Reply,
  type Send,
} from 'k6/x/stream';
import type { AuditKind } from '../plan/audit.ts';
import type { Operation } from '../plan/operations.ts';
import { loadScenario } from '../plan/scenarios.ts';
import { canaryKind, canaryRequest } from './canary.ts';
import { scenarioOptions, type Host, type ScenarioOptions } from './options.ts';
import { auditOf, requestKindOf, requestTexts, type RequestContent, type Texts } from './requests.ts';
import { runOf } from './run-options.ts';
import { contentOf, endsForCredits, type User } from './turns.ts';
import { virtualUsers } from './virtual-users.ts';
import type { ScenarioEnvironment as Environment } from '../plan/scenario-variables.ts';

const inK6: Host = { read: (path) => open(path), share: (name, make) => new SharedArray(name, make) };

const texts: Texts = { messageOf, plainMessageOf, speechTextOf };

type OpenModel = {
  readonly scenarioOptions: ScenarioOptions;
  readonly options: Options;
  /** The user of the next place in the schedule. Undefined after the end of the schedule. */
  readonly nextUser: () => User | undefined;
  /** Sends the request of a user's turn (from 0) at its intended time. `null` where the run ended before that. */
  readonly request: (user: User, turn: number, intendedMs: number, more?: TurnOptions) => Reply | null;
  /** The default function of a scenario in which each user has a single request. */
  readonly oneRequest: () => void;
  readonly canary: () => void;
};

type TurnOptions = Pick<RequestContent, 'sessionId'> & Pick<OneRequest, 'session' | 'wantsText' | 'continues'>;

/**
 * An open model: each iteration takes the next place of the schedule and sends its request at its intended time,
 * whatever earlier responses do. The arrival-rate executors of k6 drop late iterations silently, and have no intended
 * time.
 */
export function openModel(name: string, env: Environment): OpenModel {
  const scenario = loadScenario(name);
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
  const given = scenarioOptions(scenario, env, inK6);
  const run = runOf(name, given);
  let hasBegun = false;
  // Once per virtual user, as each has its own copy of this module.
  const beginOnce = (): void => {
    if (!hasBegun) begin(run);
    hasBegun = true;
  };
  const nextUser = (): User | undefined => {
    beginOnce();
    const place = iterationInTest();
    const start = given.starts[place];
    return start && { place, start };
  };
  const sends = new Map<string, Send>();
  const sendOf = (operation: Operation, audit?: AuditKind): Send => {
    const name = audit === 'plain' ? `${operation}, plain` : operation;
    const prepared = sends.get(name) ?? prepare(requestKindOf(given, operation, audit));
    sends.set(name, prepared);
    return prepared;
  };
  const request: OpenModel['request'] = (user, turn, intendedMs, { sessionId, ...more } = {}) => {
    const content = contentOf(given, user, turn, sessionId);
    const { operation, index } = content;
    const { kind, says } = auditOf(given, operation, index);
    const send = sendOf(operation, kind);
    const said = requestTexts(given, texts, says === undefined ? content : { ...content, index: says });
    const reply = send({ ...said, ...more, index, intendedMs, ...(says !== undefined && { says }) });
    if (endsForCredits(reply, given)) endUnpaid();
    return reply;
  };
  let sendCanary: Send | undefined;
  return {
    scenarioOptions: given,
    options: virtualUsers(name, given),
    nextUser,
    request,
    oneRequest: () => {
      const user = nextUser();
      if (user) request(user, 0, user.start.atMs);
    },
    canary: () => {
      beginOnce();
      sendCanary ??= prepare(canaryKind(given.canaryUrl ?? '', given.settings.timeoutMs));
      sendCanary(canaryRequest(iterationInTest()));
    },
  };
}
