import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { proxyFlaw } from '../../conformance/http/proxied.ts';
import { doctorText, doctorView, type Diagnostic } from '../../reports/doctor.ts';
import { escapeControlsInJson } from '../../reports/text/visible.ts';
import { awaitTarget } from '../input/await-target.ts';
import { answerDiagnostics, provisionerDiagnostics } from '../doctor/answers.ts';
import { connectionDiagnostics } from '../doctor/connection.ts';
import { loadDiagnostics } from '../doctor/load-tools.ts';
import { note, ok } from '../doctor/diagnostic.ts';
import { machineDiagnostics } from '../doctor/machine.ts';
import { seenSettings } from '../doctor/settings.ts';
import { printResult, print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';

/** Limit in milliseconds for each request to the target and each call of a tool. */
const usualTimeoutMs = 5_000;

/**
 * `assay doctor`: what is missing here for a run. Sends nothing that costs credits; ends 2 where a check could not run
 * as requested.
 */
export async function doctor(_args: readonly string[], flags: RawSettings): Promise<number> {
  // Ignores two flags that it accepts for other commands, since each command gives them another meaning.
  const { format: _, concurrency: __, ...asked } = flags;
  const { settings, ca, looks } = await seenSettings(asked);
  const { target: url } = settings;
  const isSendable = url === undefined || proxyFlaw(url) === undefined;
  if (isSendable) await awaitTarget(settings, ca);
  const timeoutMs = settings.load.timeoutMs ?? usualTimeoutMs;
  const [tools, target, provisioner] = await Promise.all([
    loadDiagnostics(process.env, AbortSignal.timeout(timeoutMs)),
    // Without a target, the line of the settings says what is wrong.
    url === undefined && looks.some(({ is }) => is === 'missing') ? [] : targetLooks(settings, { ca, timeoutMs }),
    provisionerDiagnostics(settings, flags['provision'] === true),
  ]);
  const machine = machineDiagnostics(process.env, settings.target);
  const view = doctorView([...machine, ...tools, ...looks, ...target, ...provisioner]);
  if (flags['json'] === true) await printResult(escapeControlsInJson(JSON.stringify(view, null, 2)));
  else print(doctorText(view, terminalStyle()));
  return view.exitCode;
}

async function targetLooks(
  settings: Settings,
  how: { readonly ca: string | undefined; readonly timeoutMs: number },
): Promise<readonly Diagnostic[]> {
  const { target } = settings;
  if (target === undefined) return [note('target', 'none', 'check would judge the embedded reference service')];
  // The line of the proxy reports that.
  if (proxyFlaw(target) !== undefined) return [ok('target', target)];
  const connection = await connectionDiagnostics({ url: new URL(target), ...how });
  const isReached = connection.every(({ is }) => is !== 'missing');
  return [ok('target', target), ...connection, ...(isReached ? await answerDiagnostics(target, settings, how) : [])];
}
