import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isProxied, proxyFlaw, proxyNameFor } from '../../conformance/http/proxied.ts';
import { limitWarnings, machineLimits, type MachineLimits } from '../../load/runner/machine-limits.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import type { Diagnostic } from '../../reports/doctor.ts';
import { missing, note, ok } from './diagnostic.ts';

/** Properties of this machine that decide whether a run can go well. All are read, and nothing is tried. */
export function machineDiagnostics(env: NodeJS.ProcessEnv, target: string | undefined): readonly Diagnostic[] {
  return [
    ok('node', process.versions.node),
    coresDiagnostic(availableParallelism()),
    ...limitDiagnostics(machineLimits()),
    clockLook(),
    ciLook(env),
    ...proxyLooks(env, target),
  ];
}

export function coresDiagnostic(cores: number): Diagnostic {
  if (cores > 1) return ok('processors', String(cores));
  return note('processors', '1', 'load shares it with k6: read the verdict about the instrument in the report');
}

/** Compares the limits with the default for the most requests under way in a load run. */
export function limitDiagnostics(limits: MachineLimits): readonly Diagnostic[] {
  const { ports, fileHandles } = limits;
  const [portsShort] = limitWarnings(ports === undefined ? {} : { ports }, loadDefaults.maxInFlight);
  const [handlesShort] = limitWarnings(fileHandles === undefined ? {} : { fileHandles }, loadDefaults.maxInFlight);
  return [limitLook('file handles', fileHandles, handlesShort), limitLook('local ports', ports, portsShort)];
}

function limitLook(id: string, limit: number | undefined, short: string | undefined): Diagnostic {
  if (limit === undefined) return note(id, 'not known on this system');
  return short === undefined ? ok(id, String(limit)) : note(id, String(limit), short);
}

/** Clock sources that take a call into the kernel, or longer. */
const slowSources = ['acpi_pm', 'hpet', 'jiffies', 'refined-jiffies'];
const sourceFile = '/sys/devices/system/clocksource/clocksource0/current_clocksource';

/** Difference in milliseconds that shows a clock step: a process clock drifts less from the wall clock. */
const steppedMs = 20;

function clockLook(): Diagnostic {
  const source = existsSync(sourceFile) ? readFileSync(sourceFile, 'utf8').trim() : undefined;
  const step = Date.now() - (performance.timeOrigin + performance.now());
  return clockDiagnostic(source, step);
}

export function clockDiagnostic(source: string | undefined, stepMs: number): Diagnostic {
  const found = source ?? 'the clock of this system is not known';
  if (Math.abs(stepMs) > steppedMs)
    return note(
      'clock',
      `${found}; set by ${Math.round(stepMs)} ms since this command began`,
      'check its time service: a clock step makes a load run invalid',
    );
  if (source !== undefined && slowSources.includes(source))
    return note(
      'clock',
      found,
      'a slow clock, which each timestamp reads; use tsc (clocksource=tsc) if the machine has it',
    );
  return ok('clock', `${found}; nothing set it since this command began`);
}

function ciLook({ CI }: NodeJS.ProcessEnv): Diagnostic {
  const isSet = CI !== undefined && CI !== '' && CI !== 'false';
  return ok('CI', isSet ? 'set: without a target nothing runs unless --embedded is given' : 'not set');
}

/** Shows only the hosts: proxy URLs contain passwords. */
function proxyLooks(env: NodeJS.ProcessEnv, target: string | undefined): readonly Diagnostic[] {
  const named = ['http_proxy', 'https_proxy']
    .map((name) => [name, env[name] ?? env[name.toUpperCase()] ?? ''] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${nameOf({ http_proxy: value })}`);
  if (named.length === 0) return [ok('proxy', 'none')];
  const flaw = target === undefined ? undefined : proxyFlaw(target, env);
  if (flaw !== undefined) return [missing('proxy', flaw, 'fix it; check would end with exit code 3')];
  const way =
    target === undefined ? '' : isProxied(target, env) ? '; the target is reached through it' : '; not for the target';
  return [note('proxy', `${named.join(', ')}${way}`, 'NO_PROXY names the hosts that are reached without it')];
}

function nameOf(env: Parameters<typeof proxyNameFor>[1]): string {
  const any = 'http://any.invalid';
  return (proxyFlaw(any, env) === undefined ? proxyNameFor(any, env) : undefined) ?? 'with an invalid URL';
}
