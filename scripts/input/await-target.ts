import { setTimeout as after } from 'node:timers/promises';
import { endpoints } from '../../conformance/contract/limits.ts';
import type { Answer, NoAnswer } from '../../conformance/model/exchange.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { newIdentity, identifyingFields } from '../../conformance/http/identifying-fields.ts';
import { createTransport, type Transport } from '../../conformance/http/transport.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { durationText } from '../../reports/text/format.ts';
import { endIfInterrupted, listenForInterruption, type Interruption } from '../output/interruption.ts';
import { print } from '../output/print.ts';
import { EarlyEnd } from '../errors/usage-error.ts';

/** Interval in milliseconds between the starts of two attempts. */
const pauseMs = 1_000;
/** Longest interval in milliseconds between status lines; a change is reported at once. */
const tellEveryMs = 15_000;

/** Statuses that a gateway, load balancer or ingress sends while the deployment behind it is not up yet. */
const notYet: readonly number[] = [502, 503, 504];
const rule = `any status but ${notYet.slice(0, -1).join(', ')} or ${notYet.at(-1)}`;

type Wait = {
  readonly settings: Settings;
  readonly url: string;
  readonly waitMs: number;
  /** The exit code if the target does not come up in time. */
  readonly missedCode: number;
  readonly transport: Transport;
  readonly interruption: Interruption;
};

type Look = { readonly isUp: boolean; readonly isCutShort: boolean; readonly says: string };

/**
 * `--wait`: waits until the target answers a public request. Throws an EarlyEnd with the last observation where it does
 * not in time, or on Ctrl-C. Returns at once for the embedded service and without the setting.
 */
export async function awaitTarget(settings: Settings, ca: string | undefined, missedCode = 2): Promise<void> {
  const { target, waitMs } = settings;
  if (target === undefined || waitMs === undefined) return;
  const interruption = listenForInterruption();
  const transport = createTransport({ ca, http2: settings.http2 });
  try {
    await untilUp({ settings, url: target + endpoints.voices.path, waitMs, missedCode, transport, interruption });
  } finally {
    interruption.stopListening();
    await transport.close();
  }
}

async function untilUp(wait: Wait): Promise<void> {
  const { url, waitMs, missedCode, interruption } = wait;
  const begunMs = performance.now();
  const goneMs = (): number => performance.now() - begunMs;
  const tell = reporter(waitMs);
  tell.say(`waiting up to ${durationText(waitMs)} for GET ${url} to be answered with ${rule}`);
  let seen = 'nothing yet';
  const interrupted = (): string => `interrupted while waiting for the target; last seen: ${seen}`;
  for (let leftMs = waitMs; leftMs > 0; leftMs = waitMs - goneMs()) {
    const lookMs = performance.now();
    const { isUp, isCutShort, says } = await lookAt(wait, leftMs);
    endIfInterrupted(interruption, interrupted());
    if (isUp) return tell.say(`${says} after ${durationText(goneMs())}`);
    if (!isCutShort || seen === 'nothing yet') seen = says;
    tell.seen(seen, goneMs());
    const restMs = Math.min(lookMs + pauseMs - performance.now(), waitMs - goneMs());
    await after(Math.max(0, restMs), undefined, { signal: interruption.signal }).catch(() => undefined);
    endIfInterrupted(interruption, interrupted());
  }
  const advice = 'check that the deployment is up and the target is right; a longer --wait gives it more time';
  throw new EarlyEnd(
    `nothing was judged: ${url} did not answer within ${durationText(waitMs)}; last seen: ${seen}; ${advice}`,
    missedCode,
  );
}

/** Sends no token, but the fields of `--header`, which a gateway may need. */
async function lookAt({ settings, url, transport, interruption }: Wait, leftMs: number): Promise<Look> {
  const { headers, timeoutMs } = settings;
  const fields = [['accept', '*/*'] as const, ...identifyingFields(newIdentity(), headers), ...headers];
  const response = await transport.send(
    { method: endpoints.voices.method, url, headers: fields, body: undefined, leaves: { afterPieces: 1 } },
    // A new connection looks up the name again, so another host may answer.
    { timeoutMs: Math.min(timeoutMs, leftMs), signal: interruption.signal, connection: 'new' },
  );
  const isCutShort = leftMs < timeoutMs && response.is === 'noAnswer' && response.because === 'timeout';
  return { isUp: response.is === 'answer' && !notYet.includes(response.status), isCutShort, says: saysOf(response) };
}

function saysOf(response: Answer | NoAnswer): string {
  if (response.is === 'answer') return `status ${response.status}`;
  if (response.because === 'timeout') return `no answer within ${durationText(response.endedAtMs)}`;
  return `no answer (${response.because}: ${escapeControls(response.detail)})`;
}

function reporter(waitMs: number) {
  let [told, toldAtMs] = ['', 0];
  const say = (line: string): void => print(`wait: ${line}`, process.stderr);
  return {
    say,
    seen: (seen: string, goneMs: number): void => {
      if (seen === told && goneMs - toldAtMs < tellEveryMs) return;
      [told, toldAtMs] = [seen, goneMs];
      say(`${durationText(goneMs)} of ${durationText(waitMs)}: ${seen}`);
    },
  };
}
