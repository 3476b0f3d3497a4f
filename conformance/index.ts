import { auth } from './checks/auth/auth.checks.ts';
import { authBodies } from './checks/auth/bodies.checks.ts';
import { unusual } from './checks/auth/unusual.checks.ts';
import { paths } from './checks/auth/paths.checks.ts';
import { schemes } from './checks/auth/schemes.checks.ts';
import { tokens } from './checks/auth/tokens.checks.ts';
import { chatsOfEach, sessionsOfEach, speechesOfEach } from './checks/callers/callers.checks.ts';
import { anonymous } from './checks/bots/anonymous.checks.ts';
import { list } from './checks/bots/list.checks.ts';
import { reply as chatReply, bot } from './checks/chat/reply.checks.ts';
import { memory as chatMemory } from './checks/chat/memory.checks.ts';
import { options } from './checks/chat/flags.checks.ts';
import { request as chatRequest } from './checks/chat/request.checks.ts';
import { text as chatText } from './checks/chat/text.checks.ts';
import { chatLookalikes as chatWords } from './checks/chat/lookalikes.checks.ts';
import type { Check, Clause, Observation } from './model/check.ts';
import { errors } from './checks/errors/errors.checks.ts';
import { malformed } from './checks/errors/malformed.checks.ts';
import { repeated } from './checks/errors/repeated.checks.ts';
import { secrecy } from './checks/errors/secrecy.checks.ts';
import { meteringClauses } from './checks/metering/index.ts';
import { foreign } from './checks/sessions/foreign.checks.ts';
import { isolation } from './checks/sessions/isolation.checks.ts';
import { keptSessions } from './checks/sessions/kept.checks.ts';
import { sessions } from './checks/sessions/sessions.checks.ts';
import { foreignIds } from './checks/sessions/foreign-ids.checks.ts';
import { format } from './checks/speech/format.checks.ts';
import { reply as speechReply } from './checks/speech/reply.checks.ts';
import { instructions } from './checks/speech/instructions.checks.ts';
import { request as speechRequest, text } from './checks/speech/request.checks.ts';
import { speed } from './checks/speech/speed.checks.ts';
import { voice } from './checks/speech/voice.checks.ts';
import { again as speechAgain } from './checks/speech/again.checks.ts';
import { whole as speechWhole } from './checks/speech/completeness.checks.ts';
import { speechLookalikes as speechWords } from './checks/speech/lookalikes.checks.ts';
import { framing } from './checks/stream/framing.checks.ts';
import { leaving } from './checks/stream/disconnect.checks.ts';
import { refusals } from './checks/stream/request.checks.ts';
import { streamed } from './checks/stream/stream.checks.ts';
import { bodies } from './checks/transport/bodies.checks.ts';
import { connections } from './checks/transport/connections.checks.ts';
import { fields } from './checks/transport/fields.checks.ts';
import { http } from './checks/transport/http.checks.ts';
import { methods } from './checks/transport/methods.checks.ts';
import { negotiation } from './checks/transport/negotiation.checks.ts';
import { pieces } from './checks/transport/fragmentation.checks.ts';
import { requests } from './checks/transport/requests.checks.ts';
import { voices } from './checks/voices/voices.checks.ts';

/** Every clause that is held, in the document's order. */
export const clauses: readonly Clause[] = [
  isolation,
  foreignIds,
  chatRequest,
  chatText,
  chatWords,
  options,
  chatReply,
  sessions,
  keptSessions,
  chatMemory,
  speechRequest,
  text,
  voice,
  speechWords,
  speed,
  format,
  instructions,
  speechReply,
  speechWhole,
  speechAgain,
  methods,
  http,
  fields,
  requests,
  connections,
  bodies,
  negotiation,
  pieces,
  list,
  anonymous,
  bot,
  streamed,
  refusals,
  framing,
  leaving,
  voices,
  auth,
  tokens,
  paths,
  authBodies,
  unusual,
  schemes,
  errors,
  malformed,
  repeated,
  secrecy,
  ...meteringClauses,
  chatsOfEach,
  sessionsOfEach,
  speechesOfEach,
  // Its probe begins early, and ends late.
  foreign,
];

export const checks: readonly Check[] = clauses.flatMap((clause) => clause.checks);

export const observations: readonly Observation[] = clauses.flatMap((clause) => clause.observations);
