/** What is wrong with a certificate. 1: it is not what it claims to be; 2: this build cannot judge it. */
export type Problem = { readonly code: 1 | 2; readonly says: string };
