import type { Dispatcher } from 'undici';
import type { Workspace } from '../../model/probe.ts';
import type { Reason } from '../../model/run.ts';
import { askProvisioner, maskedProvisionerReason } from './ask.ts';
import type { ProvisionerRetry } from './provisioner-retry.ts';
import { isBearerToken } from '../../settings/setting-values.ts';
import { isInvalidPathSegment } from '../../contract/path-segment.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { abortReasonText } from '../time/time-is-up.ts';
import { ownTimeLimit } from './own-time-limit.ts';

/** What a provisioner answers: the token of a fresh workspace, and a bot of its own where it names one. */
type Provisioned = { readonly token: string; readonly botId?: string };

/** A workspace, and whether its provisioner takes it back; or why none was made. */
export type ProvisionOutcome =
  | { readonly is: 'made'; readonly workspace: Provisioned; readonly deletes?: true }
  | ({ readonly is: 'failed' } & Reason);

/** Making an account can be slow, but a provisioner that hangs must not hang the run. */
const provisionTimeoutMs = 30_000;

/** No workspace is made for a run that has ended, by an interruption or by its time limit. */
export function madeTooLate(signal: AbortSignal): ProvisionOutcome {
  return { is: 'failed', because: abortReasonText(signal) };
}

type ProvisionOptions = {
  readonly timeoutMs?: number;
  /** For a provisioner's URL; where it is absent, the default of undici. */
  readonly dispatcher?: Dispatcher;
  /** Masks the secrets of the run, which a provisioner may know; its own are masked in any case. */
  readonly mask?: (text: string) => string;
  /** The retry of the run; without it the provisioner is asked once. */
  readonly retry?: ProvisionerRetry;
};

const atOnce: ProvisionerRetry = async (ask) => ask();

/**
 * Asks a provisioner, a URL or a shell command, for a workspace (`POST` of its JSON, or the JSON on stdin). A reason
 * for a failure has none of the secrets that stand in the provisioner.
 */
export async function provision(
  provisioner: string,
  workspace: Workspace,
  signal: AbortSignal,
  { timeoutMs = provisionTimeoutMs, dispatcher, mask = (text) => text, retry = atOnce }: ProvisionOptions = {},
): Promise<ProvisionOutcome> {
  const outcome = await answeredBy(provisioner, workspace, signal, { timeoutMs, dispatcher, retry });
  if (outcome.is === 'made') return outcome;
  return { is: 'failed', because: maskedProvisionerReason(mask(outcome.because), provisioner) };
}

async function answeredBy(
  provisioner: string,
  workspace: Workspace,
  signal: AbortSignal,
  {
    timeoutMs,
    dispatcher,
    retry,
  }: Pick<Required<ProvisionOptions>, 'timeoutMs' | 'retry'> & {
    readonly dispatcher: Dispatcher | undefined;
  },
): Promise<ProvisionOutcome> {
  if (signal.aborted) return madeTooLate(signal);
  let isLate = false;
  const ask = async (): Promise<string> => {
    const time = ownTimeLimit(timeoutMs);
    const how = { signal: AbortSignal.any([signal, time.signal]), dispatcher };
    return askProvisioner(provisioner, JSON.stringify(workspace), how).finally(() => {
      isLate = time.signal.aborted;
      time.stop();
    });
  };
  try {
    return provisionedFrom(await retry(ask, signal));
  } catch (error) {
    const because = isLate ? 'no answer in time' : error instanceof Error ? error.message : String(error);
    if (signal.aborted) return madeTooLate(signal);
    return { is: 'failed', because: `the provisioner failed: ${because}` };
  }
}

function provisionedFrom(text: string): ProvisionOutcome {
  const answer = parsedJson(text);
  if (typeof answer === 'object' && answer !== null && 'token' in answer && typeof answer.token === 'string') {
    if (!isBearerToken(answer.token))
      return { is: 'failed', because: 'the provisioner answered a token that an HTTP header cannot carry' };
    if ('botId' in answer && typeof answer.botId === 'string' && isInvalidPathSegment(answer.botId))
      return { is: 'failed', because: 'the provisioner answered a botId that cannot be a path segment of a URL' };
    const botId = 'botId' in answer && typeof answer.botId === 'string' ? { botId: answer.botId } : {};
    const deletes = 'deletes' in answer && answer.deletes === true ? { deletes: true as const } : {};
    return { is: 'made', workspace: { token: answer.token, ...botId }, ...deletes };
  }
  // The answer may hold a token under another name, so it is described and not repeated.
  const shape =
    typeof answer === 'object' && answer !== null
      ? `an object with ${Object.keys(answer).join(', ') || 'nothing'}`
      : 'no JSON object';
  return { is: 'failed', because: `the provisioner answered ${shape}, expected {"token": "…"}` };
}
