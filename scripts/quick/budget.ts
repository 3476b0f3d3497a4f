import type { Use } from '../../conformance/model/uses/uses.ts';

/** Most that the profile quick may use on a service without mistakes. */
export const budget: Use = { requests: 250, credits: 100 };

/**
 * Checks that the profile quick contains in any case, since every client of the interface depends on them: that no
 * workspace or session learns what another one said, what a speech costs, and that a stream streams its reply.
 */
export const requiredChecks: readonly string[] = [
  'sessions.isolation/other-workspace-knows-nothing-with-the-same-bot',
  'sessions.isolation/new-session-knows-nothing',
  'metering.credit-balance/speech-costs-no-more-than-3',
  'metering.credit-balance/speech-is-charged',
  'stream.response/arrives-over-time',
  'stream.response/carries-the-reply',
];
