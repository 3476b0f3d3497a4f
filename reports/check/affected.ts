import type { Finding } from '../../conformance/model/run.ts';
import { topicOf } from './clauses.ts';

/** Who notices first that a requirement is not met, by what its checks are about. */
const whom: Readonly<Record<string, string>> = {
  auth: 'everyone whose token is to keep others out',
  bots: 'callers that list bots',
  chat: 'callers that wait for the whole reply',
  stream: 'callers that read a reply while it is written',
  sessions: 'conversations of more than one turn',
  'sessions.isolation': 'workspaces whose conversations others may read',
  'sessions.foreign': 'workspaces whose conversations others may read',
  'sessions.foreign-ids': 'workspaces whose conversations others may read',
  'chat.memory': 'conversations of more than one turn',
  voices: 'callers that choose a voice',
  speech: 'callers that have text spoken',
  metering: 'whoever pays for the workspace',
  'metering.members': 'members of a workspace, by their limits',
  errors: 'callers that handle errors',
  'errors.secrecy': 'everyone whose token is to stay secret',
  transport: 'HTTP clients, proxies and whatever else stands between',
};

/** Whom failures of one cause concern, most of them first; empty where nothing is known of their topic. */
export function affectedBy(findings: readonly Pick<Finding, 'check'>[]): readonly string[] {
  const all = findings.flatMap(({ check }) => {
    const topic = topicOf(check);
    const [family = ''] = topic.split('.');
    return whom[topic] ?? whom[family] ?? [];
  });
  return [...Map.groupBy(all, (each) => each)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([each]) => each);
}
