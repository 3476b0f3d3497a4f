import type { Use } from './choose.ts';

/** What the profile quick may use on a service without mistakes. */
export const budget: Use = { requests: 250, credits: 100 };
