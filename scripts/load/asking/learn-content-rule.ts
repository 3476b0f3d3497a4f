import { learnContent, type LearnedContent } from '../../../load/content/learn.ts';
import { ruleText } from '../../../load/content/rule.ts';
import type { RunScenarioOptions } from '../../../load/runner/options.ts';
import type { Settings } from '../../../conformance/settings/settings.ts';
import { escapeForLog } from '../../../reports/text/log-text.ts';
import { withoutSecrets } from '../../input/known-secrets.ts';
import type { Target } from '../../input/target.ts';
import { askForStreams } from './ask-for-streams.ts';

/** The content rule of a run and its origin. */
export type RunContentRule = Pick<RunScenarioOptions, 'content' | 'contentFrom' | 'contentLearned'>;

type Asking = {
  readonly settings: Settings;
  readonly target: Pick<Target, 'url' | 'token'>;
  readonly botId: string;
  readonly signal: AbortSignal;
};

/**
 * Learns the rule from a few streams of the target, and reports the rule and how certain it is, or why there is none.
 * Where learning was interrupted, nothing is reported of the target.
 */
export async function learnContentRule(asking: Asking, say: (line: string) => void): Promise<RunContentRule> {
  const learned = await learn(asking);
  if (asking.signal.aborted) return {};
  if (learned.is === 'none') {
    say(
      `TTFT is not reported: ${escapeForLog(learned.because)}; --content event=token or --content delta.text says which events carry text`,
    );
    return { contentFrom: learned.because };
  }
  const content = ruleText(learned.rule);
  say(`rule for events with text (--content): ${escapeForLog(content)} (learned from ${learned.from})`);
  return { content, contentFrom: `learned from ${learned.from}`, contentLearned: true };
}

async function learn(asking: Asking): Promise<LearnedContent> {
  const { streams, chat, another, failed } = await askForStreams(asking);
  if (streams.length === 0) return { is: 'none', because: failed ?? 'no stream was received' };
  const learned = learnContent(streams, chat, another);
  // The target chooses the layout of its streams, and the rule appears in reports.
  const isTold = learned.is === 'rule' && withoutSecrets(ruleText(learned.rule)) !== ruleText(learned.rule);
  return isTold ? { is: 'none', because: 'the layout of the stream has a secret in it' } : learned;
}
