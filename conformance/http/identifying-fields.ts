import { randomBytes } from 'node:crypto';
import { headerOf, type HeaderFields } from '../model/exchange.ts';
import { packageFile, type PackageFile } from './package-file.ts';

/** Header values that identify a request as sent by assay, so that the owner of the target finds it in the logs. */
export type RequestIdentity = { readonly userAgent: string; readonly requestId: string };

/** A product with a comment that holds the URL of the project (RFC 9110 10.1.5), if the package file names a URL. */
export function userAgentFor({ version, homepage, repository }: PackageFile): string {
  const given = homepage ?? (typeof repository === 'string' ? repository : repository?.url);
  const url = given?.replace(/^git\+/, '').replace(/\.git$/, '');
  return `assay/${version}${url === undefined ? '' : ` (+${url})`}`;
}

export const userAgent = userAgentFor(packageFile);

/** Part of all request ids of this process, so that its requests can be found together. */
const processId = randomBytes(6).toString('hex');
let made = 0;

/**
 * Identity of a new request. The id is short, opaque and of letters that every log and filter accepts. An answer that
 * echoes it contains nothing that a check looks for.
 */
export function newIdentity(): RequestIdentity {
  made += 1;
  return { userAgent, requestId: `assay-${processId}-${made}` };
}

/** The identity as header fields, without those that the caller sets. */
export function identifyingFields({ userAgent: agent, requestId }: RequestIdentity, given: HeaderFields): HeaderFields {
  const own: HeaderFields = [
    ['user-agent', agent],
    ['x-request-id', requestId],
  ];
  const replaced = new Set(given.map(([name]) => name.toLowerCase()));
  return own.filter(([name]) => !replaced.has(name));
}

/** Identity of a further request within the same bytes: each request has an id of its own. */
export function furtherIdentity(own: RequestIdentity, number: number): RequestIdentity {
  return number === 1 ? own : { ...own, requestId: `${own.requestId}-${number}` };
}

const ownId = /^assay-[0-9a-f]{12}-\d+(?:-\d+)?$/;
const ownAgent = /^assay\/[\w.+-]+(?: \(\+[^()\s]+\))?$/;

/**
 * Reads the identity from a recorded request of any version of assay. Values of another form are replaced by the own
 * user agent and an empty id.
 */
export function identityIn(headers: HeaderFields): RequestIdentity {
  const [agent = '', id = ''] = ['user-agent', 'x-request-id'].map((name) => headerOf(headers, name));
  return { userAgent: ownAgent.test(agent) ? agent : userAgent, requestId: ownId.test(id) ? id : '' };
}

/** Removes an id that assay made, which is useless in another request; an id of the caller stays. */
export function withoutOwnId(headers: HeaderFields): HeaderFields {
  return headers.filter(([name, value]) => name !== 'x-request-id' || !ownId.test(value));
}
