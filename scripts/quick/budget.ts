import type { Use } from '../../conformance/model/uses/uses.ts';

/** What the profile quick may use on a service without mistakes. */
export const budget: Use = { requests: 250, credits: 100 };
