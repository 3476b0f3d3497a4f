/** Node's names of the digests that a stamp may be made by, by their object identifiers. SHA-1 is none: two messages can share one. */
export const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
