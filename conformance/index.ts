import { auth } from './auth/auth.checks.ts';
import { authBodies } from './auth/bodies.checks.ts';
import { paths } from './auth/paths.checks.ts';
import { schemes } from './auth/schemes.checks.ts';
import { tokens } from './auth/tokens.checks.ts';
import { anonymous } from './bots/anonymous.checks.ts';
import { list } from './bots/list.checks.ts';
import { reply as chatReply, bot } from './chat/reply.checks.ts';
import { memory as chatMemory } from './chat/memory.checks.ts';
import { options } from './chat/flags.checks.ts';
import { request as chatRequest } from './chat/request.checks.ts';
import { text as chatText } from './chat/text.checks.ts';
import { words as chatWords } from './chat/lookalikes.checks.ts';
import type { Check, Clause, Observation } from './core/check.ts';
import { errors } from './errors/errors.checks.ts';
import { malformed } from './errors/malformed.checks.ts';
import { repeated } from './errors/repeated.checks.ts';
import { secrecy } from './errors/secrecy.checks.ts';
import { meteringClauses } from './metering/index.ts';
import { foreign } from './sessions/foreign.checks.ts';
import { isolation } from './sessions/isolation.checks.ts';
import { sessions } from './sessions/sessions.checks.ts';
import { strangers } from './sessions/foreign-ids.checks.ts';
import { format } from './speech/format.checks.ts';
import { reply as speechReply } from './speech/reply.checks.ts';
import { instructions } from './speech/instructions.checks.ts';
import { request as speechRequest, text } from './speech/request.checks.ts';
import { speed } from './speech/speed.checks.ts';
import { voice } from './speech/voice.checks.ts';
import { again as speechAgain } from './speech/again.checks.ts';
import { whole as speechWhole } from './speech/completeness.checks.ts';
import { words as speechWords } from './speech/lookalikes.checks.ts';
import { framing } from './stream/framing.checks.ts';
import { leaving } from './stream/disconnect.checks.ts';
import { refusals } from './stream/request.checks.ts';
import { streamed } from './stream/stream.checks.ts';
import { bodies } from './transport/bodies.checks.ts';
import { connections } from './transport/connections.checks.ts';
import { fields } from './transport/fields.checks.ts';
import { http } from './transport/http.checks.ts';
import { methods } from './transport/methods.checks.ts';
import { negotiation } from './transport/negotiation.checks.ts';
import { pieces } from './transport/fragmentation.checks.ts';
import { requests } from './transport/requests.checks.ts';
import { voices } from './voices/voices.checks.ts';

/** Every clause that is held, in the document's order. */
export const clauses: readonly Clause[] = [
  isolation,
  strangers,
  chatRequest,
  chatText,
  chatWords,
  options,
  chatReply,
  sessions,
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
  schemes,
  errors,
  malformed,
  repeated,
  secrecy,
  ...meteringClauses,
  // Its probe begins early, and ends late.
  foreign,
];

export const checks: readonly Check[] = clauses.flatMap((clause) => clause.checks);

export const observations: readonly Observation[] = clauses.flatMap((clause) => clause.observations);
