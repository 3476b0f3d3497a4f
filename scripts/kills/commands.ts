import { join } from 'node:path';
import { withFault } from '../../fixtures/faults/index.ts';
import type { Behaviour } from '../../fixtures/service/index.ts';
import type { LoggedService } from './logged-service.ts';

export type KilledCommand = 'check' | 'fuzz' | 'load' | 'certify';
export const killedCommands: readonly KilledCommand[] = ['check', 'fuzz', 'load', 'certify'];

/** How long each command works after its first response, or a good part of that, in milliseconds. */
export const workMs: Readonly<Record<KilledCommand, number>> = {
  check: 9_000,
  fuzz: 9_000,
  load: 12_000,
  certify: 20_000,
};

/** A provisioner command that takes a moment: a child process that must not survive a kill. */
function slowProvisioner(url: string): string {
  return `sleep 0.3; curl --silent --data-binary @- ${url}`;
}

/** The arguments of a command. `key` signs certificates. */
export function argumentsOf(
  command: KilledCommand,
  { url, token, otherToken, provisioner }: LoggedService,
  { out, key }: { readonly out: string; readonly key: string },
): readonly string[] {
  const target = ['--target', url, '--token', token, '--out', out];
  const means = [...target, '--other-token', otherToken];
  switch (command) {
    case 'check':
      // Each topic is printed as soon as it is judged, so that much is printed before a kill.
      return ['check', '--verbose', ...means, '--provisioner', slowProvisioner(provisioner)];
    case 'fuzz':
      return ['fuzz', ...target, '--runs', '20000'];
    case 'load':
      return ['load', 'stream', ...target, '--rate', '20', '--duration', '8s', '--warmup', '500ms', '--canary'];
    case 'certify':
      return ['certify', ...means, '--profile', 'speech', '--key', join(key, 'key.pem')];
  }
}

/** `fuzz` prints findings only where there is a mistake. */
export function behaviourFor(command: KilledCommand): Partial<Behaviour> {
  return command === 'fuzz' ? withFault('speed-clamped') : {};
}
