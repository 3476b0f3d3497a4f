import { randomInt } from 'node:crypto';
import { credentialNames } from '../../conformance/model/credentials.ts';
import type { Given, RunHeader } from '../../conformance/model/run.ts';
import { proxyNameFor } from '../../conformance/http/proxied.ts';
import { usualTimeoutMs, type Settings } from '../../conformance/settings/settings.ts';
import { withoutUndefined } from '../../load/records/narrow.ts';
import { readDocument } from '../package/document.ts';
import type { Target } from '../input/target.ts';
import { steadyNow } from '../output/clock.ts';
import { version } from '../package/version.ts';

/** The header of a run's journal, for every command; the seed is drawn here if none was given. */
export function runHeader(
  command: RunHeader['command'],
  settings: Settings,
  target: Target,
  plan: RunHeader['plan'],
): RunHeader {
  const { strict, seed, label } = settings;
  const { url, embedded } = target;
  return {
    schema: 'assay.run/1',
    command,
    tool: { name: 'assay', version },
    document: readDocument(),
    target: url,
    embedded,
    strict,
    seed: seed ?? randomInt(2 ** 32),
    given: givenTo(settings, target),
    ...(label !== undefined && { label }),
    startedAt: steadyNow().toISOString(),
    plan,
  };
}

function givenTo({ bot, otherBot, headers, timeoutMs }: Settings, target: Target): Given {
  const proxy = target.embedded ? undefined : proxyNameFor(target.url);
  const { unanswered, doubt, tokenFlaw, otherTokenFlaw } = target;
  return {
    credentials: credentialNames.filter((name) => target[name] !== undefined),
    ...withoutUndefined({ bot, otherBot, unanswered, doubt, tokenFlaw, otherTokenFlaw }),
    headers: headers.map(([name]) => name),
    ...(timeoutMs === usualTimeoutMs ? {} : { timeoutMs }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}
