import { auth } from './auth/auth.checks.ts';
import { list } from './bots/list.checks.ts';
import { reply as chatReply, bot } from './chat/reply.checks.ts';
import { request as chatRequest } from './chat/request.checks.ts';
import type { Check, Clause, Observation } from './core/check.ts';
import { errors } from './errors/errors.checks.ts';
import { balance, enterprise, members } from './metering/metering.checks.ts';
import { isolation, sessions } from './sessions/sessions.checks.ts';
import { format } from './speech/format.checks.ts';
import { reply as speechReply } from './speech/reply.checks.ts';
import { request as speechRequest } from './speech/request.checks.ts';
import { speed } from './speech/speed.checks.ts';
import { refusals, streamed } from './stream/stream.checks.ts';
import { http } from './transport/http.checks.ts';
import { voices } from './voices/voices.checks.ts';

/** Every clause that is held, in the document's order. */
export const clauses: readonly Clause[] = [
  isolation,
  chatRequest,
  chatReply,
  sessions,
  speechRequest,
  speed,
  format,
  speechReply,
  http,
  list,
  bot,
  streamed,
  refusals,
  voices,
  auth,
  errors,
  balance,
  enterprise,
  members,
];

export const checks: readonly Check[] = clauses.flatMap((clause) => clause.checks);

export const observations: readonly Observation[] = clauses.flatMap((clause) => clause.observations);
