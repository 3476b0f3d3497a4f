import type { Settings } from '../../conformance/settings/settings.ts';
import type { Reason } from '../../conformance/model/run.ts';
import { proxyNameFor } from '../../conformance/http/proxied.ts';
import { visible } from '../../reports/text/visible.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { keepCredentials } from './known-secrets.ts';

/** What is under test: the service of `--target`, or the embedded one with its own tokens. */
export type Target = {
  readonly url: string;
  readonly embedded: boolean;
  /** What of it is of assay.yaml. */
  readonly ofFile?: readonly string[];
  /** The result folder that names it, where nothing else does: whoever made that chose where credentials go. */
  readonly ofFolder?: string | undefined;
  /** Why nothing need be asked of it: it answers nothing. */
  readonly unanswered?: Reason;
  /** Why it is hardly the service that is meant, though it answers. */
  readonly doubt?: string;
  readonly token: string | undefined;
  /** Why nothing can be learnt by the token. */
  readonly tokenFlaw?: Reason;
  readonly otherToken: string | undefined;
  /** Why the other token shows nothing of another workspace. */
  readonly otherTokenFlaw?: Reason;
  readonly spentToken: string | undefined;
  readonly provisioner: string | undefined;
  readonly close: () => Promise<void>;
};

/** How fast the embedded service streams, in milliseconds. */
type EmbeddedPace = { readonly firstEventMs: number; readonly gapMs: number; readonly events: number };

/** Starts the embedded reference service where no target was given; without a pace it is as quick as it can. */
export async function openTarget(settings: Settings, pace?: EmbeddedPace): Promise<Target> {
  const { target, token, otherToken, spentToken, provisioner, ofFile } = settings;
  const close = async (): Promise<void> => undefined;
  if (target !== undefined)
    return { url: target, embedded: false, ofFile, token, otherToken, spentToken, provisioner, close };
  const service = pace === undefined ? await startEmbedded() : await startHere(pace);
  keepCredentials({ ...service, provisioner: undefined });
  return { ...service, embedded: true, ofFile };
}

/** For k6, which is a process of its own: this thread has little else to do meanwhile. */
async function startHere(pace: EmbeddedPace) {
  const { startService } = await import('../../fixtures/service/index.ts');
  return startService({ pace });
}

/**
 * The first line of a command, so that nobody takes the embedded service for their own, nor sends a token to where the
 * assay.yaml of somebody else would have it, nor reads its words as their own.
 */
export function targetLine(command: string, target: Target): string {
  const { url, embedded, ofFile = [], ofFolder, unanswered, tokenFlaw, otherTokenFlaw } = target;
  const file = ofFile.length === 0 ? '' : ` (${ofFile.join(', ')} of assay.yaml)`;
  if (unanswered !== undefined) return `${command}: ${url}${file} cannot be judged: ${visible(unanswered.because)}`;
  const own = tokenFlaw === undefined ? '' : `; ${tokenFlaw.because}`;
  const flaw = otherTokenFlaw === undefined ? own : `${own}; ${otherTokenFlaw.because}, or isolation cannot be judged`;
  if (embedded) return `${command}: the embedded reference service (${url})${file}; --target names another`;
  const proxy = proxyNameFor(url);
  const where = `${url}${file}${proxy === undefined ? '' : ` through the proxy ${proxy}`}`;
  return `${command}: ${ofFolder === undefined ? where : `sends to ${where}, which ${visible(ofFolder)} names`}${flaw}`;
}

/** Whether the target is the embedded service, or one at a loopback address: nobody else's account is used up there. */
export function isOnThisMachine({ target }: Settings): boolean {
  return target === undefined || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(target).hostname);
}
