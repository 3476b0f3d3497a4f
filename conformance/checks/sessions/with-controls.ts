import { chatCall, type CallChange } from '../../model/calls.ts';
import { repeatAloneIf, isWorthRepeating, type Call, type StepInputs, type Probe } from '../../model/probe.ts';
import { newestSessionId } from '../../expectations/bodies/carries-session-id.ts';
import { controlQuestion, questionAfterControls, type Judge } from '../../expectations/words/declined/controls.ts';
import {
  maxControls,
  findsForgotten,
  operationForLastQuestion,
  operationForControl,
  type MemoryProof,
} from '../../expectations/words/memory/unless-declined.ts';

/**
 * Where a judge would fail the bot, adds control questions in the same session, each with a word that the reply should
 * repeat: a bot that declines these declined the others too. Where a control is answered without its word, a further
 * question asks for that word: a bot may never say what its own turn tells. The whole probe is repeated where that
 * happens or the judge would fail the bot: it may have declined by chance, and a session may have begun anew because it
 * had to make room. `most`: number of controls, `maxControls` for each operation that may be failed. `change`: what
 * else the earlier questions were sent with.
 */
export function withControls(
  whole: Probe,
  judge: Judge,
  isShown: MemoryProof = () => false,
  { most = maxControls, change = {} }: { readonly most?: number; readonly change?: CallChange } = {},
): Probe {
  const operations = most / maxControls;
  return {
    ...whole,
    again: repeatAloneIf((seen) => isWorthRepeating(whole, seen) || findsForgotten(judge, isShown, seen)),
    costs: { ...whole.costs, chats: whole.costs.chats + most + operations },
    steps: [
      ...whole.steps,
      ...Array.from({ length: most }, (_, at) => controlQuestionIn(judge, isShown, at, change)),
      ...Array.from({ length: operations }, () => questionAfterControlsIn(judge, isShown, change)),
    ],
  };
}

/** What of a probe's state a question in one session of it is made from. */
type SessionState = Pick<StepInputs, 'bot' | 'seen' | 'nonce'>;

/** The next such question of a session, all of whose turns are `seen`; none where none is worth asking. */
export function controlQuestionIn(judge: Judge, isShown: MemoryProof, at: number, change: CallChange) {
  return ({ bot, seen, nonce }: SessionState): readonly Call[] => {
    const sessionId = newestSessionId(seen);
    const by = operationForControl(judge, isShown, seen);
    if (sessionId === undefined || by === undefined) return [];
    const message = controlQuestion(nonce(`control ${at}`));
    return [chatCall(by, bot, { message, sessionId }, { ...change, role: 'control' })];
  };
}

/** The question behind them. */
export function questionAfterControlsIn(judge: Judge, isShown: MemoryProof, change: CallChange) {
  return ({ bot, seen }: Pick<SessionState, 'bot' | 'seen'>): readonly Call[] => {
    const sessionId = newestSessionId(seen);
    const by = operationForLastQuestion(judge, isShown, seen);
    if (sessionId === undefined || by === undefined) return [];
    return [chatCall(by, bot, { message: questionAfterControls, sessionId }, { ...change, role: 'behindControl' })];
  };
}
