import { randomBytes } from 'node:crypto';
import { headerOf, type HeaderFields } from '../model/exchange.ts';
import { packageFile, type PackageFile } from './package-file.ts';

/** What a request says of assay, so that whoever is tested finds it in their logs. */
export type RequestIdentity = { readonly userAgent: string; readonly requestId: string };

/** A product, and where one reads about it in a comment (RFC 9110 10.1.5), if the package says where. */
export function userAgentFor({ version, homepage, repository }: PackageFile): string {
  const given = homepage ?? (typeof repository === 'string' ? repository : repository?.url);
  const url = given?.replace(/^git\+/, '').replace(/\.git$/, '');
  return `assay/${version}${url === undefined ? '' : ` (+${url})`}`;
}

export const userAgent = userAgentFor(packageFile);

/** The same in all ids of this process, so that its requests are found together. */
const processId = randomBytes(6).toString('hex');
let made = 0;

/**
 * For one more request. The id is opaque, short, and of letters that every log and every filter takes: an answer that
 * repeats it gives back nothing that a check looks for.
 */
export function newIdentity(): RequestIdentity {
  made += 1;
  return { userAgent, requestId: `assay-${processId}-${made}` };
}

/** As header fields; those that the caller says in their place are left out. */
export function identifyingFields({ userAgent: agent, requestId }: RequestIdentity, given: HeaderFields): HeaderFields {
  const own: HeaderFields = [
    ['user-agent', agent],
    ['x-request-id', requestId],
  ];
  const replaced = new Set(given.map(([name]) => name.toLowerCase()));
  return own.filter(([name]) => !replaced.has(name));
}

/** Of a further request that is written in the same bytes: each has an id of its own. */
export function furtherIdentity(own: RequestIdentity, number: number): RequestIdentity {
  return number === 1 ? own : { ...own, requestId: `${own.requestId}-${number}` };
}

const ownId = /^assay-[0-9a-f]{12}-\d+(?:-\d+)?$/;
const ownAgent = /^assay\/[\w.+-]+(?: \(\+[^()\s]+\))?$/;

/** As a recorded request says it, whichever version of assay sent it; no other text passes for either. */
export function identityIn(headers: HeaderFields): RequestIdentity {
  const [agent = '', id = ''] = ['user-agent', 'x-request-id'].map((name) => headerOf(headers, name));
  return { userAgent: ownAgent.test(agent) ? agent : userAgent, requestId: ownId.test(id) ? id : '' };
}

/** The fields without the id of assay's own, which another request has no use for. */
export function withoutOwnId(headers: HeaderFields): HeaderFields {
  return headers.filter(([name, value]) => name !== 'x-request-id' || !ownId.test(value));
}
