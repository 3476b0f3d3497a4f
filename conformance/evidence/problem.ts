/** What is wrong with a certificate. Code 1: it is not what it claims to be; code 2: this build cannot judge it. */
export type Problem = { readonly code: 1 | 2; readonly says: string };
