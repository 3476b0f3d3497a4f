import { isHttpUrl, unescaped } from '../../reading/http-url.ts';
import { isDistinctive } from './ordinary.ts';
import type { Named } from './secrets.ts';

/**
 * What a provisioner, a URL or a shell command, should keep to itself: the user's part and all behind the host of a
 * URL, which is often a secret of its own, and the values of variables and flags that are called like secrets.
 */
export function secretsInProvisioner(provisioner: string): Named {
  // In a command a quote ends a URL; in a URL alone it may be part of a password.
  const urlsIn = isHttpUrl(provisioner)
    ? /https?:\/\/(?:([^/\s]*)@)?[^/\s]*(\S*)/gi
    : /https?:\/\/(?:([^/\s'"]*)@)?[^/\s'"]*([^\s'"]*)/gi;
  const urls = [...provisioner.matchAll(urlsIn)].flatMap(([, user = '', rest = '']) => [
    ...[user, user.replace(/^[^:]*:/, '')].flatMap((part) => [part, unescaped(part) ?? part]),
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
 * What of those can be told from ordinary text wherever it stands, also in an answer of the target: the parts of a path, and
 * of a command any long word, as of `curl -u admin:…`.
 */
export function distinctiveInProvisioner(provisioner: string): Named {
  const words = isHttpUrl(provisioner) ? [] : provisioner.split(/[\s'"]+/);
  const parts = [
    ...secretsInProvisioner(provisioner).flatMap(([, secret]) => partsOf(secret)),
    ...words.filter((word) => word.length >= shortestWord && !/[/.]/.test(word)),
  ];
  return [...new Set(parts)].filter(isDistinctive).map((part) => ['${PROVISIONER}', part] as const);
}

const shortestWord = 12;

/** A path is made of words, which reports may validly have, and of secrets. */
function partsOf(secret: string): readonly string[] {
  return secret.startsWith('/') ? secret.split(/[/?&=]+/) : [secret];
}
