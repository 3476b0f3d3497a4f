/** Do replies slow down in sessions of several turns, with users who think in between? */
import { openModel } from './open-model.ts';
import { sessionIdIn, thinkMsOf, type SessionJson } from './session.ts';

const model = openModel('conversation', __ENV);
const { turns = 1, thinkMs = 0 } = model.scenarioOptions.settings;

export const { options, canary } = model;

/** A user whose request failed goes on: every turn of the plan is sent, or recorded as not sent. */
export default function conversation(): void {
  const user = model.nextUser();
  if (user === undefined) return;
  let sessionId: SessionJson | undefined;
  let isHeard = false;
  let intendedMs = user.start.atMs;
  for (let turn = 0; turn < turns; turn += 1) {
    // A bot that did not get the previous turn, or got it in another conversation, cannot repeat it.
    const continues = isHeard && sessionId !== undefined;
    const asked = { sessionId, session: `${user.place}`, wantsText: true, continues };
    const reply = model.request(user, turn, intendedMs, asked);
    if (reply === null) return;
    sessionId = sessionIdIn(reply.text) ?? sessionId;
    isHeard = reply.outcome === 'ok';
    const next = user.place * turns + turn + 1;
    intendedMs = reply.endMs + thinkMsOf(model.scenarioOptions.plan.seed, next, thinkMs);
  }
}
