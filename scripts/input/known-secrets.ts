import { addInterfaceWords } from '../../conformance/http/masking/interface-words.ts';
import { hasBytes } from '../../conformance/http/masking/letters.ts';
import { withOwnWords } from '../../conformance/http/masking/own-words.ts';
import { isDistinctive } from '../../conformance/http/masking/ordinary.ts';
import {
  maskText,
  maskTexts,
  secretsInFields,
  secretsOf,
  type NamedSecrets,
} from '../../conformance/http/masking/secrets.ts';
import { distinctiveInProvisioner } from '../../conformance/http/masking/provisioner-secrets.ts';
import type { Settings } from '../../conformance/settings/settings.ts';

/** Every secret that this process was given or got from a provisioner: no output may contain one. */
const known: [name: string, secret: string][] = [];
const values = new Set<string>();

export function rememberSecret(name: string, secret: string): void {
  if (values.has(secret) || !isDistinctive(secret)) return;
  values.add(secret);
  known.push([name, secret]);
}

export function rememberSecrets(secrets: NamedSecrets): void {
  for (const [name, secret] of secrets) rememberSecret(name, secret);
}

type Credentials = Pick<Settings, 'token' | 'otherToken' | 'spentToken' | 'provisioner'>;

/** Keeps the secrets in settings, after the harmless values: the address of the target may begin like a token. */
export function rememberSecretsOf(settings: Settings): void {
  const { target, bot, otherBot, out, caFile, knownFailuresFile, dialectFile, headers } = settings;
  const shown = [target, bot, otherBot, out, caFile, knownFailuresFile, dialectFile, ...headers.map(([name]) => name)];
  for (const text of shown) if (text !== undefined) addInterfaceWords(text);
  rememberCredentials(settings);
  rememberSecrets(secretsInFields(headers));
  rememberSecrets(settings.fileSecrets);
}

/** Keeps the tokens, and the secrets in the call of the provisioner. */
export function rememberCredentials({ provisioner = '', ...tokens }: Credentials): void {
  rememberSecrets(Object.entries(secretsOf(tokens)));
  rememberSecrets(distinctiveInProvisioner(provisioner));
}

/** The text as it may leave this process. Answers have been masked before, so that assay's own words give nothing away. */
export function withoutSecrets(text: string): string {
  return known.length === 0 ? text : withOwnWords(maskText(text, known), text);
}

/** Whether none of these texts contains a secret. Short texts that were clean before are not searched again. */
export function haveNoSecrets(texts: readonly string[]): boolean {
  if (known.length === 0) return true;
  if (texts.some(hasBytes)) return texts.every((text) => withoutSecrets(text) === text);
  return maskTexts(texts, known).every((masked, at) => withOwnWords(masked, texts[at] ?? '') === texts[at]);
}
