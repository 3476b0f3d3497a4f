import { isHttpUrl, percentDecoded } from '../../reading/http-url.ts';
import { isDistinctive } from './ordinary.ts';
import type { NamedSecrets } from './secrets.ts';

/**
 * Secrets in the provisioner, a URL or a shell command: the credentials of a URL, all that follows its host (often a
 * secret of its own), and the values of variables and flags with names of secrets.
 */
export function secretsInProvisioner(provisioner: string): NamedSecrets {
  // In a command a quote ends a URL; in a lone URL it may be part of a password.
  const urlsIn = isHttpUrl(provisioner)
    ? /https?:\/\/(?:([^/\s]*)@)?[^/\s]*(\S*)/gi
    : /https?:\/\/(?:([^/\s'"]*)@)?[^/\s'"]*([^\s'"]*)/gi;
  const urls = [...provisioner.matchAll(urlsIn)].flatMap(([, user = '', rest = '']) => [
    ...[user, user.replace(/^[^:]*:/, '')].flatMap((part) => [part, percentDecoded(part) ?? part]),
    rest,
    ...rest.split(/[?&]|(?<=[?&][^=]*)=/),
  ]);
  const named = [
    ...provisioner.matchAll(
      /[\w-]*(?:token|secret|passw|key|auth|credential)[\w-]*[= ]\s*(?:'([^']*)'|"([^"]*)"|([^\s'"]+))/gi,
    ),
  ].flatMap(([, single, double, bare]) => [single ?? double ?? bare ?? '']);
  return [...new Set([...urls, ...named])].map((secret) => ['${PROVISIONER}', secret] as const);
}

/**
 * The secrets that can be told from ordinary text anywhere, also in an answer of the target: parts of a path and, in a
 * command, any long word, such as in `curl -u admin:…`.
 */
export function distinctiveInProvisioner(provisioner: string): NamedSecrets {
  const words = isHttpUrl(provisioner) ? [] : provisioner.split(/[\s'"]+/);
  const parts = [
    ...secretsInProvisioner(provisioner).flatMap(([, secret]) => partsOf(secret)),
    ...words.filter((word) => word.length >= shortestWord && !/[/.]/.test(word)),
  ];
  return [...new Set(parts)].filter(isDistinctive).map((part) => ['${PROVISIONER}', part] as const);
}

const shortestWord = 12;

/** The parts of a path: some are words that reports may contain, others are secrets. */
function partsOf(secret: string): readonly string[] {
  return secret.startsWith('/') ? secret.split(/[/?&=]+/) : [secret];
}
