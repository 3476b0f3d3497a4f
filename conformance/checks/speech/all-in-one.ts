import { loneSurrogates } from '../chat/texts.ts';
import { speechCall } from '../../model/calls.ts';
import type { CoveringProbe } from '../../model/check.ts';
import { withoutHeader } from '../../model/exchange.ts';
import { placeholders, type Probe } from '../../model/probe.ts';
import { emoji, minimalSpeechFields, linesText, marksText, nulText, rareLineEnds } from './probes.ts';

/**
 * Requests that combine what several checks send; only where such a request is refused is each text sent by itself.
 * Text at which a voice may stop comes first, a line end too: a voice that stops there says less than one sentence.
 */
const all: Probe = {
  name: 'speech of many letters for a player that takes codings',
  needs: ['token'],
  costs: { chats: 0, speeches: 1 },
  steps: [
    () => {
      const said = JSON.stringify(`${emoji}${rareLineEnds}\n${marksText} ${linesText} ${nulText}`);
      const body = {
        raw: `{"voice":"${minimalSpeechFields.voice}","format":"mp3","text":${said.slice(0, -1)} ${loneSurrogates.join(' ')}"}`,
      };
      const call = speechCall(body, { authorization: `bearer ${placeholders.token}` });
      const asPlayersDo = [
        ['Accept', 'audio/mpeg, */*'],
        ['Accept-Encoding', 'gzip, deflate, br'],
      ] as const;
      return [{ ...call, headers: [...asPlayersDo, ...withoutHeader(call.headers, 'accept')] }];
    },
  ],
};

export const withinCombinedSpeech: CoveringProbe = { probe: all };
