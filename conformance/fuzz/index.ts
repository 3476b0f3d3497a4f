import { speechRefusedWith429 } from '../checks/metering/spending/steady-refusal.ts';
import { chargesMatchLedger } from './charges.ts';
import { singleRequest, refusedRequests } from './inputs/inputs.ts';
import { mostMeteredSteps } from './steps.ts';
import { costOfMetered, meteredUses } from './inputs/metered-uses.ts';
import { keepsTheToken } from './oracles.ts';
import type { Property } from './property.ts';
import { speechProperties } from './speech-properties.ts';
import { talkProperties } from './talk-properties.ts';

/** Every property, in the document's order. */
export const properties: readonly Property[] = [
  ...talkProperties,
  ...speechProperties,
  {
    id: 'errors.generated/keep-the-token',
    title: 'Never includes the token in responses to generated invalid requests',
    clause: '7.1',
    also: ['2.7', '5.1'],
    requirement: 'The answer to a request that is invalid in one respect does not repeat its token',
    level: 'SHOULD',
    kind: 'invalid',
    operations: ['chat', 'speech'],
    inputs: (fc) => singleRequest(refusedRequests(fc)),
    expect: [keepsTheToken],
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 1 },
    mostSteps: 1,
    share: 2,
    casesInCheck: 5,
    fault: 'error-echoes-headers',
  },
  {
    id: 'metering.generated/charges-as-listed',
    title: 'Charges generated sequences of requests at the documented prices',
    level: 'MUST',
    clause: '8.1',
    also: ['1', '4.2', '4.3', '4.5', '8.2'],
    requirement:
      'Valid chats, streams and speeches in any spelling, with refused chats among them, use up what the prices list',
    kind: 'mixed',
    operations: ['chat', 'stream', 'speech'],
    needs: ['provisioner'],
    refusals: { is: 'proven', by: speechRefusedWith429 },
    inputs: meteredUses,
    expect: [chargesMatchLedger],
    costs: costOfMetered,
    mostSteps: mostMeteredSteps,
    share: 4,
    // Each case takes a workspace of its own and up to 16 credits: five cost as much as all generated conversations.
    casesInCheck: 5,
    fault: 'chat-refused-with-403-when-spent',
  },
];
