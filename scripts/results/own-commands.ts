import { relative, resolve } from 'node:path';
import { commandOf, reproductionOfStored } from '../../conformance/engine/judging/reproduction.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';

/**
 * The findings of a folder with commands written by this process: reports offer them to be pasted, and the author of a
 * folder may have written anything there.
 */
export function withOwnCommands(
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
  path: string,
): readonly Finding[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return findings.map((finding) => {
    const { check, reproduce, reproduces, exchanges: own, again } = finding;
    if (reproduce === '' && again === undefined) return finding;
    const folder = folderNamed(check, again?.run ?? reproduce, path);
    const decisive = byId.get(reproduces ?? (own.length === 1 ? (own[0] ?? '') : ''));
    return {
      ...finding,
      ...(reproduce === '' ? {} : reproductionOfStored(finding, decisive, folder)),
      ...(again === undefined ? {} : { again: { ...again, run: commandOf(check, folder) } }),
    };
  });
}

/** Keeps the spelling of the stored command where it means this folder, so that reports of the same run are equal. */
function folderNamed(check: string, stored: string, path: string): string {
  const whole = resolve(path);
  const ways = [relative(process.cwd(), whole), whole, path, '.'];
  return ways.find((way) => stored === commandOf(check, way)) ?? whole;
}
