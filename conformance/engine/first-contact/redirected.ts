import { headerOf, type Exchange } from '../../model/exchange.ts';

const redirecting = [301, 302, 307, 308];
/** What the first requests ask for, behind the address of the target. */
const ofList = /\/v1\/(?:audio\/voices|bots)\/?$/;

/**
 * The address that a list is to be found at, where a request for it is sent to another scheme or host: as from http to
 * https. It is another target then, since redirects are not followed; undefined where it stays at this one.
 */
export function redirectedTo({ request, response }: Exchange): string | undefined {
  if (response.is !== 'answer' || !redirecting.includes(response.status)) return undefined;
  const location = headerOf(response.headers, 'location');
  const asked = new URL(request.url);
  const given = location === undefined ? undefined : URL.parse(location, request.url);
  if (given === undefined || given === null || given.origin === asked.origin) return undefined;
  if (!['http:', 'https:'].includes(given.protocol) || !ofList.test(given.pathname)) return undefined;
  return given.origin + given.pathname.replace(ofList, '');
}
