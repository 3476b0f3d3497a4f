import { botsIn } from '../../conformance/bodies/bots.ts';
import { jsonOf } from '../../conformance/bodies/content.ts';
import { isSuccessStatus, type Answer, type HeaderFields, type NoAnswer } from '../../conformance/model/exchange.ts';
import { provision } from '../../conformance/engine/provisioner/provision.ts';
import { isHttpUrl } from '../../conformance/reading/http-url.ts';
import { giveBack } from '../../conformance/engine/provisioner/give-back.ts';
import { maskText, secretsInFields, secretsOf } from '../../conformance/http/masking/secrets.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { isTemporarilyRefused } from '../../conformance/classification/transient.ts';
import { newIdentity, identifyingFields } from '../../conformance/http/identifying-fields.ts';
import { createTransport } from '../../conformance/http/transport.ts';
import type { Diagnostic } from '../../reports/doctor.ts';
import { proxyCredentialsAdvice } from '../input/base-url-advice.ts';
import { missing, note, ok } from './diagnostic.ts';

type Ask = (path: string, credentials?: HeaderFields) => Promise<Answer | NoAnswer>;

/** How the target answers two requests that cost no credits. Only statuses are shown: bodies may repeat a token. */
export async function answerDiagnostics(
  target: string,
  { token, otherToken, bot, headers }: Settings,
  { ca, timeoutMs }: { readonly ca: string | undefined; readonly timeoutMs: number },
): Promise<readonly Diagnostic[]> {
  const transport = createTransport({ ca, http2: false });
  const signal = new AbortController().signal;
  const ask: Ask = (path, credentials = []) => {
    const fields = [...identifyingFields(newIdentity(), headers), ...headers, ...credentials];
    const wire = { method: 'GET', url: `${target}${path}`, headers: fields, body: undefined };
    return transport.send(wire, { timeoutMs, signal, connection: 'last' });
  };
  try {
    const voices = await ask('/v1/audio/voices');
    const answering = voicesLook(voices, timeoutMs);
    if (answering.is === 'missing') return [answering];
    const [own, ...others] = await Promise.all([
      tokenLook(ask, token, bot),
      ...otherTokenLooks(ask, token, otherToken),
    ]);
    return [answering, own, ...others];
  } finally {
    await transport.close();
  }
}

/** An answer that no check gets past counts as missing; any other answer is judged by checks. */
function voicesLook(voices: Answer | NoAnswer, timeoutMs: number): Diagnostic {
  if (voices.is === 'noAnswer')
    return missing(
      'answers',
      `none to GET /v1/audio/voices: ${voices.because} (${voices.detail})`,
      'is there an HTTP service behind that address?',
    );
  const found = `status ${voices.status} to GET /v1/audio/voices without a token`;
  if (isTemporarilyRefused({ response: voices }))
    return missing('answers', `${found}: not available now`, 'is the service up, and does it allow any requests?');
  if (voices.ending === 'timeout')
    return missing(
      'answers',
      `${found}, but the answer did not end within ${timeoutMs / 1_000} s`,
      'the service is slow, or never ends it: a longer --timeout gives it more time',
    );
  if (isSuccessStatus(voices.status) && jsonOf(voices).is !== 'json')
    return note('answers', `${found}, and no JSON in it`, 'is the base URL right? A list of voices is JSON');
  if (isSuccessStatus(voices.status)) return ok('answers', found);
  if (voices.status === 407) return missing('answers', found, proxyCredentialsAdvice);
  return note('answers', found, 'a success is expected: is the base URL right, and is the service up?');
}

/** Tries the token with the list of bots: the only request that may need a token and costs nothing. */
async function tokenLook(ask: Ask, token: string | undefined, bot: string | undefined): Promise<Diagnostic> {
  if (token === undefined)
    return note('token', 'none', 'only public operations can be judged; give --token or ASSAY_TOKEN');
  const answer = await ask('/v1/bots', [['authorization', `Bearer ${token}`]]);
  if (answer.is === 'noAnswer') return note('token', `not known: no answer to GET /v1/bots (${answer.because})`);
  const found = `status ${answer.status} to GET /v1/bots`;
  if (answer.status === 401 || answer.status === 403)
    return missing('token', `refused: ${found}`, 'is it the token of this system, and not expired?');
  if (!isSuccessStatus(answer.status)) return note('token', `not known: ${found}`);
  const without = await ask('/v1/bots');
  if (without.is === 'answer' && isSuccessStatus(without.status))
    return note('token', `not known: ${found}, with it and without`, 'no other free request would show it');
  const json = jsonOf(answer);
  const bots = json.is === 'json' ? botsIn(json.value).length : 0;
  if (bots === 0 && bot === undefined)
    return note('token', `accepted: ${found}, in which no bot is found`, 'name one with --bot ID');
  return ok('token', `accepted: ${found}, with ${bots === 1 ? '1 bot' : `${bots} bots`}`);
}

/** Tries the token of the second workspace: if it is refused, isolation cannot be judged. */
function otherTokenLooks(
  ask: Ask,
  token: string | undefined,
  other: string | undefined,
): readonly Promise<Diagnostic>[] {
  return other === undefined ? [] : [otherTokenLook(ask, token, other)];
}

async function otherTokenLook(ask: Ask, token: string | undefined, other: string): Promise<Diagnostic> {
  const id = 'other token';
  if (other === token) return missing(id, 'the same as --token', 'give one of another workspace');
  const answer = await ask('/v1/bots', [['authorization', `Bearer ${other}`]]);
  if (answer.is === 'noAnswer') return note(id, `not known: no answer to GET /v1/bots (${answer.because})`);
  const found = `status ${answer.status} to GET /v1/bots`;
  // A valid key may be forbidden to see the list.
  if (answer.status === 401)
    return note(id, `refused: ${found}`, 'is it the token of a second workspace of this system?');
  return isSuccessStatus(answer.status) ? ok(id, `accepted: ${found}`) : note(id, `not known: ${found}`);
}

/**
 * Called only with --provision: it makes a workspace. The provisioner itself is not shown: a command may contain
 * secrets.
 */
export async function provisionerDiagnostics(settings: Settings, isAsked: boolean): Promise<readonly Diagnostic[]> {
  const { target, provisioner } = settings;
  const id = 'provisioner';
  const todo = 'give --provisioner or ASSAY_PROVISIONER';
  if (provisioner === undefined) {
    if (isAsked) return [missing(id, 'none to ask', todo)];
    // The embedded service has a provisioner.
    const isolation = settings.otherToken === undefined ? ', nor isolation without --other-token' : '';
    return target === undefined ? [] : [note(id, `none: metering is not judged${isolation}`, todo)];
  }
  const kind = isHttpUrl(provisioner) ? 'a URL' : 'a command';
  if (!isAsked) return [ok(id, `${kind}, not asked; --provision has it make one workspace`)];
  const secrets = [...Object.entries(secretsOf(settings)), ...secretsInFields(settings.headers)];
  const mask = (text: string): string => maskText(text, secrets);
  const made = await provision(provisioner, { kind: 'credit-balance', credits: 1 }, new AbortController().signal, {
    mask,
  });
  if (made.is === 'made' && made.deletes === true)
    return [await returnedLook(kind, provisioner, made.workspace.token, mask)];
  if (made.is === 'made') return [ok(id, `${kind}, made a workspace`)];
  return [missing(id, `${kind}: ${made.because}`, 'examples/ci/README.md says what it has to answer')];
}

async function returnedLook(
  kind: string,
  provisioner: string,
  token: string,
  mask: (text: string) => string,
): Promise<Diagnostic> {
  const because = await giveBack(provisioner, token, new AbortController().signal, { mask });
  const made = `${kind}, made a workspace`;
  if (because === undefined) return ok('provisioner', `${made}, and took it back`);
  return note('provisioner', `${made}, and did not take it back: ${because}`, 'it answered "deletes": true');
}
