/** The numbers and lists of the interface document, section by section; `interface.md` beside this file is their source. */

/** 2.4: names that the voice list contains; a service may list more. */
export const voiceNames = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'] as const;
export type VoiceName = (typeof voiceNames)[number];

/** 2.5: `speed`, both ends included. */
export const speed = { minimum: 0.25, maximum: 4 } as const;

/** 2.5: the values of `format`. */
export const speechFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof speechFormats)[number];

/** 2.2: the optional flags of a chat request. */
export const chatFlags = ['includeCitations', 'webSearch', 'useMcp'] as const;

/** 8.1: credits of a credit-balance workspace for one use; the enterprise rows give no price. */
export const creditPrices = { chat: 1, speech: 3 } as const;

/** 4.2, 7.3, 8.2: the status of a chat whose usage cannot be covered. */
export const uncoveredChatStatus = 402;

/** 4: the endpoints, with `{botId}` where the path takes one. */
export const endpoints = {
  bots: { method: 'GET', path: '/v1/bots' },
  chat: { method: 'POST', path: '/v1/bots/{botId}/chat' },
  stream: { method: 'POST', path: '/v1/bots/{botId}/chat/stream' },
  voices: { method: 'GET', path: '/v1/audio/voices' },
  speech: { method: 'POST', path: '/v1/audio/tts' },
} as const;
