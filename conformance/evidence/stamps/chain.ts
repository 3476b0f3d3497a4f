import { BasicConstraints, type Certificate } from 'pkijs';

/** The extensions that the library, or this code, understands (RFC 5280, 4.2.1). */
const read = new Set(
  '2.5.29.15 2.5.29.17 2.5.29.19 2.5.29.30 2.5.29.32 2.5.29.33 2.5.29.36 2.5.29.37 2.5.29.54'.split(' '),
);

const basicConstraints = '2.5.29.19';

/**
 * Why a chain of certificates, the signer's first, proves nothing; undefined where it may. The library builds the
 * chain, and leaves these two rules of RFC 5280 to its caller.
 */
export function chainFlaw(chain: readonly Certificate[]): string | undefined {
  const unknown = chain.flatMap(({ extensions = [] }) =>
    extensions.flatMap(({ critical, extnID }) => (critical && !read.has(extnID) ? [extnID] : [])),
  )[0];
  if (unknown !== undefined)
    return `a certificate of its authority has the critical extension ${unknown}, which is not known`;
  const isTooLong = chain.some((certificate, at) => {
    const most = longestOf(certificate);
    return most !== undefined && intermediatesBelow(chain.slice(0, at)) > most;
  });
  return isTooLong ? 'the chain of certificates to its authority is longer than one of them allows' : undefined;
}

/** Most certificates of authorities that may follow this one (4.2.1.9); undefined where there is no bound. */
function longestOf({ extensions = [] }: Certificate): number | undefined {
  const value: unknown = extensions.find(({ extnID }) => extnID === basicConstraints)?.parsedValue;
  const most = value instanceof BasicConstraints ? value.pathLenConstraint : undefined;
  // A value that is too large for a number bounds nothing.
  return typeof most === 'number' ? most : undefined;
}

/** The first certificate is no authority's, and self-issued ones do not count. */
function intermediatesBelow(chain: readonly Certificate[]): number {
  return chain.slice(1).filter(({ subject, issuer }) => !subject.isEqual(issuer)).length;
}
