import { endpoints } from '../../conformance/contract/limits.ts';
import { pathSegment } from '../../conformance/contract/path-segment.ts';
import { isSuccessStatus } from '../../conformance/model/exchange.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { newIdentity, identifyingFields } from '../../conformance/http/identifying-fields.ts';
import type { Transport } from '../../conformance/http/transport.ts';
import type { Charging } from '../../load/evidence/charging.ts';
import { loadDefaults } from '../../load/records/settings.ts';

/** Number of concurrent chats: little compared with the load of the run before. */
const atOnce = 4;

/** Most failed chats: a service that no longer answers teaches nothing more. */
const mostFailed = 8;

type Asking = {
  readonly transport: Transport;
  readonly settings: Settings;
  readonly url: string;
  readonly token: string;
  readonly botId: string;
  readonly signal: AbortSignal;
};

/**
 * Finds out how many credits a workspace has left. No call shows a balance, so the credits are spent on chats of 1
 * credit (8.1) until 402 says that nothing is left (4.2), or until `most` chats were answered.
 */
export async function countCreditsLeft(asking: Asking, most: number): Promise<Charging['closing']> {
  let [answered, failed] = [0, 0];
  while (answered < most && failed < mostFailed && !asking.signal.aborted) {
    const count = Math.min(atOnce, most - answered);
    const statuses = await Promise.all(Array.from({ length: count }, () => chatted(asking)));
    answered += statuses.filter((status) => isSuccessStatus(status)).length;
    failed += statuses.filter((status) => !isSuccessStatus(status) && status !== 402).length;
    if (statuses.includes(402)) return { answered, failed, spent: true };
  }
  return { answered, failed, spent: false };
}

/** The status of the response; 0 where there is none. */
async function chatted({ transport, settings, url, token, botId, signal }: Asking): Promise<number> {
  const body = new TextEncoder().encode(JSON.stringify({ message: 'Hello!' }));
  const own = identifyingFields(newIdentity(), settings.headers);
  const fields = [['content-type', 'application/json'], ['authorization', `Bearer ${token}`], ...own] as const;
  const path = endpoints.chat.path.replace('{botId}', () => pathSegment(botId));
  const answer = await transport.send(
    { method: 'POST', url: url + path, headers: [...fields, ...settings.headers], body },
    { timeoutMs: settings.load.timeoutMs ?? loadDefaults.timeoutMs, signal, connection: 'kept' },
  );
  return answer.is === 'answer' && answer.ending === 'complete' ? answer.status : 0;
}
