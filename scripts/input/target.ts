import type { Settings } from '../../conformance/settings/settings.ts';
import type { Reason } from '../../conformance/model/run.ts';
import { proxyNameFor } from '../../conformance/http/proxied.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { rememberCredentials } from './known-secrets.ts';

/** The service under test: that of `--target`, or the embedded one with its own tokens. */
export type Target = {
  readonly url: string;
  readonly embedded: boolean;
  /** The settings of it that come from assay.yaml. */
  readonly ofFile?: readonly string[];
  /** The result folder that named the target, if nothing else did: its author decides where credentials are sent. */
  readonly ofFolder?: string | undefined;
  /** Why the target does not answer, so that nothing need be sent. */
  readonly unanswered?: Reason;
  /** Why the target is probably not the intended service, although it answers. */
  readonly doubt?: string;
  readonly token: string | undefined;
  /** Why the token is of no use. */
  readonly tokenFlaw?: Reason;
  readonly otherToken: string | undefined;
  /** Why the other token shows nothing about another workspace. */
  readonly otherTokenFlaw?: Reason;
  readonly spentToken: string | undefined;
  readonly provisioner: string | undefined;
  readonly close: () => Promise<void>;
};

/** How fast the embedded service streams, in milliseconds. */
type EmbeddedPace = { readonly firstEventMs: number; readonly gapMs: number; readonly events: number };

/** Starts the embedded reference service where no target was given; without a pace it streams as fast as it can. */
export async function openTarget(settings: Settings, pace?: EmbeddedPace): Promise<Target> {
  const { target, token, otherToken, spentToken, provisioner, ofFile } = settings;
  const close = async (): Promise<void> => undefined;
  if (target !== undefined)
    return { url: target, embedded: false, ofFile, token, otherToken, spentToken, provisioner, close };
  const service = pace === undefined ? await startEmbedded() : await startHere(pace);
  rememberCredentials({ ...service, provisioner: undefined });
  return { ...service, embedded: true, ofFile };
}

/**
 * Runs the service in this thread, for load runs: k6 is a process of its own, and this thread has little else to do.
 */
async function startHere(pace: EmbeddedPace) {
  const { startService } = await import('../../fixtures/service/index.ts');
  return startService({ pace });
}

/**
 * The first line of a command. It shows whether the target is the embedded service, and whether assay.yaml or a result
 * folder chose the target and its settings, which another person may have written.
 */
export function targetLine(command: string, target: Target): string {
  const { url, embedded, ofFile = [], ofFolder, unanswered, tokenFlaw, otherTokenFlaw } = target;
  const file = ofFile.length === 0 ? '' : ` (${ofFile.join(', ')} of assay.yaml)`;
  if (unanswered !== undefined)
    return `${command}: ${url}${file} cannot be judged: ${escapeControls(unanswered.because)}`;
  const own = tokenFlaw === undefined ? '' : `; ${tokenFlaw.because}`;
  const flaw = otherTokenFlaw === undefined ? own : `${own}; ${otherTokenFlaw.because}, or isolation cannot be judged`;
  if (embedded) return `${command}: the embedded reference service (${url})${file}; --target names another`;
  const proxy = proxyNameFor(url);
  const where = `${url}${file}${proxy === undefined ? '' : ` through the proxy ${proxy}`}`;
  return `${command}: ${ofFolder === undefined ? where : `sends to ${where}, which ${escapeControls(ofFolder)} names`}${flaw}`;
}

/** Whether the target is the embedded service or at a loopback address: load there uses up no account of others. */
export function isOnThisMachine({ target }: Settings): boolean {
  return target === undefined || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(target).hostname);
}
