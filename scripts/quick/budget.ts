import type { Use } from '../../conformance/model/uses/uses.ts';

/** What the profile quick may use on a service without mistakes. */
export const budget: Use = { requests: 250, credits: 100 };

/**
 * What the profile quick has, whatever else it could find for the price: what each client of the interface rests on. That no
 * workspace and no session is told what another one said, what a speech costs, and that a stream streams its reply.
 */
export const always: readonly string[] = [
  'sessions.isolation/other-workspace-knows-nothing-with-the-same-bot',
  'sessions.isolation/new-session-knows-nothing',
  'metering.credit-balance/speech-costs-no-more-than-3',
  'metering.credit-balance/speech-is-charged',
  'stream.response/arrives-over-time',
  'stream.response/carries-the-reply',
];
