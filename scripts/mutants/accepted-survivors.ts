/**
 * Mutations that may survive because no client can notice them, by their ids as `npm run mutants` lists them, with the
 * reason.
 */
export type AcceptedSurvivors = { readonly because: string; readonly changes: Readonly<Record<string, string>> };

export const acceptedSurvivors: readonly AcceptedSurvivors[] = [
  {
    because:
      'The words of a reply, the names of the bots and the codes and details of errors are open (2.1, 2.3, 2.7, 7.4).',
    changes: {
      'service/bots#391e3419': '\'Support\' → ""',
      'service/bots#7c9d5c0d': '\'Answers questions about orders.\' → ""',
      'service/bots#5f65a5e1': '\'Compares policies.\' → ""',
      'service/chat#f4cccd30': '/[\\ud800-\\udbff]$/ → /[^\\ud800-\\udbff]$/',
      'service/chat#b8eaecf6': '`${now} You had told me nothing before that.` → ``',
      'service/chat#be62f944': '[] → ["Stryker was here"]',
      'service/chat#5d6266af': 'message.length <= quotedLength[when] → message.length > quotedLength[when]',
      'service/chat#177dff0e': 'message.length <= quotedLength[when] → message.length < quotedLength[when]',
      'service/chat#3af3d2df': 'message.length <= quotedLength[when] → true',
      'service/chat#90598a7c': '\', \' → ""',
      'service/chat#3c852f99': '500 → 501',
      'service/stream#6544888a': '/\\S+\\s*|\\s+/gu → /\\S+\\s|\\s+/gu',
      'service/stream#d9679080': 'events - words.length → events + words.length',
      'service/stream#d4f80a10': '0 → 1',
      'service/errors#57a46bf5': '\'_\' → ""',
      'service/errors#8489a1fc': '{ field } → {}',
      'service/metering#2019cae5': "quote === 'uncovered' → true",
      'service/metering#6656dec8': "quote === 'uncovered' → false",
      'service/metering#d3d8aa5d': '{ use } → {}',
      'service/sessions#da637704': '\'sessionId\' → ""',
      'service/speech#d671ff7f': '\'voice\' → ""',
      'service/speech#111862a3': '\'voice\' → ""',
      'service/speech#392a2094': '\'speed\' → ""',
      'service/speech#119fafb8': '\'format\' → ""',
      'service/speech#ac911703': "{ field: 'instructions' } → {}",
    },
  },
  {
    because: 'Which status of 4xx a bad input gets is open (7.5).',
    changes: {
      'service/refusal#26328b46': '400 → 401',
      'service/refusal#a4bb4413': '400 → 401',
      'service/refusal#fa67cba1': '400 → 401',
      'service/refusal#cf623e1d': '400 → 401',
      'service/refusal#dd280526': '400 → 401',
    },
  },
  {
    because: 'Refused all the same, by a later rule: with another code, or another status of 4xx.',
    changes: {
      'service/speech#918d4f40': "typeof voice !== 'string' → false",
      'service/speech#877e18c7':
        "typeof speed !== 'number' || !Number.isFinite(speed) → typeof speed !== 'number' && !Number.isFinite(speed)",
      'service/auth#9db2fe1e': 'isRefusal(token) → false',
      'service/auth#2209b31d': '\'\' → "Stryker was here!"',
      'service/bots#99a449f6': 'isRefusal(decoded) → false',
      'service/body#5d00059c': 'isRefusal(body) → false',
      'service/http#ffdcf333': "text.trim() === '' → false",
      'service/http#f0cdc438': "code === 'HPE_HEADER_OVERFLOW' → false",
    },
  },
  {
    because: 'The largest body that is taken is open (8.2), and how the rest of a larger one is dealt with.',
    changes: {
      'service/body#fb9c44c7': '\'content-length\' → ""',
      'service/body#4a1ba82f': 'announced > limitBytes → false',
      'service/body#7e3598cd': 'deadline === Infinity → deadline !== Infinity',
      'service/body#98ceb814': 'performance.now() > deadline → performance.now() >= deadline',
      'service/body#e7759520': 'bytes > limitBytes → false',
      'service/body#42e59030': 'bytes > limitBytes || !request.complete → bytes > limitBytes && !request.complete',
      'service/body#4cbec69c': '{ destroyOnReturn: false } → {}',
      'service/body#db84b290': '0 → 1',
    },
  },
  {
    because: 'The service as it is never refuses this way: faults and variants do.',
    changes: {
      'service/refusal#de78f0b0': '429 → 430',
      'service/http#73b25d93': '\'admission\' → ""',
    },
  },
  {
    because: 'Nothing in the service throws once a request has been taken.',
    changes: {
      'service/errors#f98c37c8': '\'internal\' → ""',
      'service/listen#20556089': '{ answer: answerRefusal(service, service.behaviour.refusalFor(thrown), isRefu… → {}',
    },
  },
  {
    because: 'Only faults and variants come by it.',
    changes: {
      'service/behaviour#c9c348d8': '\'function\' → ""',
      'service/behaviour#0b4555ce': "typeof change === 'function' → true",
      'service/behaviour#6e783838': "{ ...base, ...(typeof change === 'function' ? change(base) : change) } → {}",
      'service/deliver#264b9ba8': '\'transfer-encoding\' → ""',
      'service/deliver#129f2292': '\'close\' → ""',
      'service/deliver#742540a5': 'status === 204 → false',
      'service/stream#af6891ce': '[`event: ${event}`] → []',
      'audio/waveform#fb6d5a22': "recording === 'silence' → false",
      'audio/clips#e99f6728': '{ return readFileSync(new URL(`sentence.${container}`, clipsFolder())… → {}',
      'service/answer#4dab2b55': '\'HEAD\' → ""',
      'service/converse#94ae7fdb': 'index === events.length - 1 → index !== events.length - 1',
      'service/converse#809685d6': 'events.length - 1 → events.length + 1',
    },
  },
  {
    because: 'Nothing is charged for a refusal, nor given back: no work fails, and whoever leaves pays.',
    changes: {
      'service/converse#9ffb63b6': '\'chat\' → ""',
      'service/speak#a53bd326': '\'speech\' → ""',
      'service/speak#b255a7b4': '\'speech\' → ""',
      'service/accounts/ledger#fb9c73b7': '{ return moved(balance, charge, -1); } → {}',
      'service/metering#19cb7781': 'index >= 0 → true',
      'service/pay#d289f416': 'applyCharge(account, quoted); → ;',
      'service/pay#f7d88095': '{ if (paid !== undefined && behaviour.refundsWhen(outcome, operation, paid.ac… → {}',
      'service/pay#e24f1b59': 'refundCharge(paid.account, paid.charge); → ;',
      'service/pay#a2b531ab': 'paid !== undefined → true',
      'service/listen#1d114695': '\'left\' → ""',
      'service/listen#ca3b25bf': 'departure.aborted && operation !== undefined → false',
    },
  },
  {
    because: 'The ledgers, which only tests read, tell another history; the balance is the same.',
    changes: {
      'service/accounts/state#8001de68': '{ account.charges.push(charge); if (account.charges.length > chargesK… → {}',
      'service/accounts/state#27c2d256': 'account.charges.length > chargesKept → false',
      'service/accounts/state#fb8c26aa': '[] → ["Stryker was here"]',
    },
  },
  {
    because: 'How long a bot remembers is open (8.2).',
    changes: {
      'service/sessions#69fb00f9': 'session.turns.shift(); → ;',
      'service/sessions#766d40f0': 'session.turns.length > turnsKept → session.turns.length >= turnsKept',
      'service/sessions#c7cc43c8': 'session.turns.length > turnsKept → false',
    },
  },
  {
    because: 'Who would see it has left, or is being left: the connection ends.',
    changes: {
      'service/sink#a0619be3': 'signal.aborted || response.writableEnded → signal.aborted && response.writableEnded',
      'service/sink#9b723ee7': '!signal.aborted → true',
      'service/sink#f5e38ccd': '!response.writableFinished → response.writableFinished',
      'service/listen#de8b1dc1':
        "!socket.writable || error.code === 'ECONNRESET' → !socket.writable && error.code === 'ECONNRESET'",
      'service/listen#34b31149': '\'close\' → ""',
    },
  },
  {
    because:
      'What is no request is refused in front of a service: such a refusal may be bare, and ends with its connection.',
    changes: {
      'service/listen#8168ddb8': '([name, value]) => `${name}: ${value}\\r\\n` → () => undefined',
      'service/listen#7203db85':
        "server.on('clientError', (error: NodeJS.ErrnoException, socket) => { answerMalformed(serv… → ;",
    },
  },
  {
    because: 'The pace of a stream is open, and no jitter was asked for.',
    changes: {
      'service/stream#a9ca0cfd': '{ let hash = Math.imul(seed ^ (index * 0x9e3779b1), 0x85ebca6b); hash… → {}',
      'service/stream#473f9fa9': '((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 → ((hash ^ hash >>> 16) >>> 0) * 2 ** 31',
      'service/stream#5739dc57':
        '((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1 → ((hash ^ hash >>> 16) >>> 0) / 2 ** 31 + 1',
      'service/stream#b1752392': 'index > 0 → index >= 0',
      'service/stream#2b7beec9': '1 → 2',
      'service/stream#4182fbef': '6 → 7',
      'service/stream#e6846069': '1 → 2',
      'service/stream#fb3cc1b6': '0x85ebca6b → 2246822508',
      'service/stream#f1b4dd20': '0 → 1',
      'service/sink#6782f8b7': 'left > 0 → left >= 0',
      'service/http#bce23588': '(_operation, askedMs) => askedMs → () => undefined',
    },
  },
  {
    because: 'How a voice sounds is open, and what it says first: this is babble.',
    changes: {
      'audio/waveform#0e021881': 'phase >= 1 → true',
      'audio/waveform#457edf2b': 'phase >= 1 → phase < 1',
      'audio/waveform#f382c985': 'phase %= 1 → phase *= 1',
      'audio/waveform#f011ad4f': 'index < length → index <= length',
      'audio/waveform#2c1c3871': '730 → 731',
      'audio/waveform#77ac785e': '270 → 271',
      'audio/waveform#d8d6a894': '870 → 871',
      'audio/waveform#a8a2d133': '0 → 1',
      'audio/waveform#c1cea363': '0 → 1',
      'audio/waveform#c0c92316': '7 → 8',
      'audio/waveform#7acce3a4': '5 → 6',
      'audio/waveform#4b27842c': '0 → 1',
      'audio/waveform#58101eff': '0.16 → 0.17',
      'audio/waveform#b0068263': '1 → 2',
      'audio/waveform#a0d0c3a3': '0 → 1',
      'audio/encoders#c1999c7d': '0 → 1',
      'audio/ogg#594dd77c': '10 → 11',
      'audio/ogg#b343bacb': '0 → 1',
    },
  },
  {
    because:
      'Valid too: an answer may end its connection (RFC 9112 9.6), be framed by that or by chunks (6.3), and carry a challenge though its status is not 401 (RFC 9110 11.6.1).',
    changes: {
      'service/deliver#cd98f744':
        '(valid.expectsBody(request.headers) && !request.complete) || !behaviour.keep… → true',
      'service/deliver#e9d80de3': "behaviour.streamFraming === 'close' → behaviour.streamFraming !== 'close'",
      'service/deliver#d8708529': 'status === 204 → status !== 204',
      'service/errors#8b871fba': "refusal.kind === 'no-token' → true",
    },
  },
  {
    because:
      'Node does the same by itself: takes an unread body off the line, answers Expect, reads an absent encoding as UTF-8.',
    changes: {
      'service/deliver#e53c2f27': 'valid.expectsBody(request.headers) && !request.complete → false',
      'service/listen#a2b9bb21': "heeded === 'continue' → true",
      'service/listen#834d1b61': '\'checkContinue\' → ""',
      'audio/pcm#8eb2551e': '\'latin1\' → ""',
    },
  },
  {
    because: 'The same for every value that comes here.',
    changes: {
      'audio/clip-formats#89d176e4': '0 → 1',
      'audio/clips#de801e64': "folder.pathname === '/' → false",
      'audio/clips#f23e5b58': '7 → 8',
      'audio/encoders#a8ac3a46': 'head === undefined || tags === undefined → head === undefined && tags === undefined',
      'audio/waveform#f4ce8373': 'at < samples.length → true',
      'service/auth#342e8f31': '[] → ["Stryker was here"]',
      'service/body#31a37724': '!(chunk instanceof Uint8Array) → false',
      'service/converse#f49b765b': '\'\' → "Stryker was here!"',
      'service/converse#dcbe51a3': "behaviour.streamPreamble === '' → behaviour.streamPreamble !== ''",
      'service/http#50f89a4b': '[] → ["Stryker was here"]',
      'service/http#cd20c6ea': '\'\' → "Stryker was here!"',
      'service/http#29b10264': '\'\' → "Stryker was here!"',
      'service/http#a5373b44': '2 → 3',
      'service/accounts/ids#592c492b': 'seed === undefined → seed !== undefined',
      'service/accounts/ids#0e5e7836': 'count += 1 → count -= 1',
      'service/accounts/ids#0126e66e': '0 → 1',
      'service/listen#30c86a0d': '\'POST\' → ""',
      'service/listen#3b79047f': "operation === 'provision' → operation !== 'provision'",
      'service/listen#cba27a0f': "operation === 'provision' → false",
      'service/pay#113c18e4': 'caller === undefined → false',
      'service/sessions#228efd48': 'account?.id → account.id',
      'service/stream#922253b9': '\'chunked\' → ""',
    },
  },
];
