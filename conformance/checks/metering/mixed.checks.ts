import { clause } from '../../model/check.ts';
import { agreesWithLedger } from './mixed-agreement.ts';
import type { MixedUses } from './mixed.ts';
import { mixedUses } from './mixed-probe.ts';

const seven: MixedUses = { workspace: { kind: 'credit-balance', credits: 7 } };

export const mixed = clause('8.1', 'metering.mixed', {
  requirement: 'Chats, streams, speeches and bad requests in any order are charged as the table says',
  also: ['1', '4.2', '4.3', '4.5'],
  checks: {
    'credit-balance': {
      title: 'Charges a mix of valid and bad requests at the documented prices',
      level: 'MUST',
      probe: mixedUses(seven),
      expect: [agreesWithLedger(() => seven)],
      fault: 'stream-after-reply-free',
    },
  },
});
