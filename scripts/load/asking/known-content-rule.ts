import type { Run } from '../../../conformance/model/run.ts';
import type { Settings } from '../../../conformance/settings/settings.ts';
import { ruleFrom } from '../../../load/content/rule.ts';
import type { RunScenarioOptions } from '../../../load/runner/options.ts';
import { dialectIn } from '../../input/read-dialect.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { contentId, streamsSeen } from '../../content/observation.ts';

/** The rule by which events carry text of the reply, and its origin. */
export type KnownContentRule = Required<Pick<RunScenarioOptions, 'content' | 'contentFrom'>>;

/**
 * The rule that an earlier command found for the target, so that no credit is spent on learning it again: that of
 * `--dialect`, otherwise that of the run of `--gate`. Throws a UsageError where a file has an unreadable rule.
 */
export async function knownContentRule(
  { dialectFile, target }: Pick<Settings, 'dialectFile' | 'target'>,
  gated: Pick<Run, 'observations' | 'startedAt'> | undefined,
): Promise<KnownContentRule | undefined> {
  const ofDialect = dialectFile === undefined ? undefined : await inDialect(dialectFile, target);
  return ofDialect ?? (gated && inRun(gated));
}

async function inDialect(file: string, ownTarget: string | undefined): Promise<KnownContentRule | undefined> {
  const { observations, seenAt, target } = await dialectIn(file);
  const content = Object.hasOwn(observations, contentId) ? observations[contentId] : undefined;
  if (content === undefined) return undefined;
  const rule = ruleFrom(content);
  if (rule.is === 'wrong') throw new UsageError(`--dialect ${file}, ${contentId}: ${rule.because}`);
  const isOther = ownTarget !== undefined && target !== undefined && target !== ownTarget;
  const contentFrom = `${fromText('discover', seenAt)}${isOther ? ` of ${target}` : ''}`;
  return { content, contentFrom };
}

function inRun({ observations, startedAt }: Pick<Run, 'observations' | 'startedAt'>): KnownContentRule | undefined {
  const content = observations.find(({ id }) => id === contentId)?.value;
  if (content === undefined || ruleFrom(content).is === 'wrong') return undefined;
  return { content, contentFrom: fromText('check', startedAt) };
}

function fromText(command: string, time: string | undefined): string {
  const day = /^\d{4}-\d\d-\d\d(?=T)/.exec(time ?? '')?.[0];
  return `learned by ${command}${day === undefined ? '' : ` on ${day}`} from ${streamsSeen} streams`;
}
