/**
 * Names in Node of the digests that a stamp may use, by object identifier. SHA-1 is not allowed: two messages can share
 * a digest.
 */
export const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
