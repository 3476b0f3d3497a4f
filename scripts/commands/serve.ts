import { parseDurationMs, parseInteger } from '../../conformance/settings/setting-values.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { deepFaults } from '../../fixtures/faults/deep/index.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { loadFaults } from '../../fixtures/faults/under-load/index.ts';
import { validExcept, startService, type Change, type ServiceOptions } from '../../fixtures/service/index.ts';
import { variants } from '../../fixtures/variants/index.ts';
import { flagValue } from '../errors/flag-value.ts';
import { listenForInterruption } from '../output/interruption.ts';
import { unknownName, UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

/**
 * `assay serve`: runs the reference service until SIGTERM or Ctrl-C, after one line of JSON with its address and
 * credentials.
 */
export async function serve(_args: readonly string[], flags: RawSettings): Promise<number> {
  const options = optionsFrom(flags);
  const interruption = listenForInterruption();
  const service = await startService(options).catch((error: unknown) => {
    throw new UsageError(
      `the service cannot listen on port ${options.port}: ${errorMessage(error)}; choose another --port`,
    );
  });
  const { url, token, otherToken, provisioner } = service;
  console.log(JSON.stringify({ url, token, otherToken, provisioner }));
  await new Promise<void>((resolve) => interruption.signal.addEventListener('abort', () => resolve(), { once: true }));
  await service.close();
  interruption.stopListening();
  return 0;
}

/** The service options of these flags. Throws a UsageError where a fault or variant does not exist. */
export function optionsFrom(flags: RawSettings): ServiceOptions & { readonly port: number } {
  const ms = (name: string): number | undefined => flagValue(flags[name], (value) => parseDurationMs(name, value));
  const count = (name: string): number | undefined => flagValue(flags[name], (value) => parseInteger(name, value, 0));
  const pace = { firstEventMs: ms('first-event'), gapMs: ms('gap'), events: count('events') };
  return {
    port: count('port') ?? 0,
    behaviour: validExcept(...changesOf(flags)),
    delayMs: ms('delay') ?? 0,
    pace: Object.fromEntries(Object.entries(pace).filter(([, value]) => value !== undefined)),
  };
}

const mistakes: Readonly<Record<string, { readonly change: Change }>> = {
  ...faults,
  ...deepFaults,
  ...loadFaults,
};

function changesOf({ fault, variant }: RawSettings): readonly Change[] {
  return [
    ...(variant === undefined ? [] : [changeNamed('variant', variant, variants)]),
    ...(fault === undefined ? [] : [changeNamed('fault', fault, mistakes)]),
  ];
}

function changeNamed(kind: string, id: unknown, among: Readonly<Record<string, { readonly change: Change }>>): Change {
  const names = [id].flat();
  if (names.length > 1)
    throw new UsageError(`serve takes one --${kind}, and ${names.length} are given; serve each on a port of its own`);
  const name = String(names[0]);
  const found = Object.hasOwn(among, name) ? among[name] : undefined;
  if (found === undefined) throw unknownName(kind, name, Object.keys(among));
  return found.change;
}
