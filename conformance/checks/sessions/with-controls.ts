import { chatCall, type CallChange } from '../../model/calls.ts';
import { byItselfIf, isWorthRepeating, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId } from '../../expectations/bodies/carries-session-id.ts';
import { controlQuestion, questionBehind, type Judge } from '../../expectations/words/declined/controls.ts';
import {
  mostControls,
  accuses,
  worthAskingBehind,
  worthControl,
  type IsShown,
} from '../../expectations/words/memory/unless-declined.ts';

/**
 * Where a judge would fail the bot, adds control questions in the same session, each with a word that the reply should
 * repeat: a bot that declines these declined the others too. Where a control is answered without its word, a further
 * question asks for that word: a bot may never say what its own turn tells. The whole probe is repeated where that
 * happens or the judge would fail the bot: it may have declined by chance, and a session may have begun anew because it
 * had to make room. `most`: number of controls, `mostControls` for each operation that may be failed. `change`: what
 * else the earlier questions were sent with.
 */
export function withControls(
  whole: Probe,
  judge: Judge,
  isShown: IsShown = () => false,
  { most = mostControls, change = {} }: { readonly most?: number; readonly change?: CallChange } = {},
): Probe {
  const control =
    (at: number): Step =>
    ({ bot, seen, nonce }) => {
      const sessionId = newestSessionId(seen);
      const by = worthControl(judge, isShown, seen);
      if (sessionId === undefined || by === undefined) return [];
      const message = controlQuestion(nonce(`control ${at}`));
      return [chatCall(by, bot, { message, sessionId }, { ...change, role: 'control' })];
    };
  const behind: Step = ({ bot, seen }) => {
    const sessionId = newestSessionId(seen);
    const by = worthAskingBehind(judge, isShown, seen);
    if (sessionId === undefined || by === undefined) return [];
    return [chatCall(by, bot, { message: questionBehind, sessionId }, { ...change, role: 'behindControl' })];
  };
  const operations = most / mostControls;
  return {
    ...whole,
    again: byItselfIf((seen) => isWorthRepeating(whole, seen) || accuses(judge, isShown, seen)),
    costs: { ...whole.costs, chats: whole.costs.chats + most + operations },
    steps: [
      ...whole.steps,
      ...Array.from({ length: most }, (_, at) => control(at)),
      ...Array.from({ length: operations }, () => behind),
    ],
  };
}
