/** For containers of several codecs: how the description by `identify` begins, and the media types of the container. */
export const mediaTypesOfContainers: readonly (readonly [words: RegExp, names: RegExp])[] = [
  [/^Ogg\b/i, /^(audio|application|video)\/(x-)?(ogg|vorbis|vorbis\+ogg|speex|speex\+ogg)$/],
  [/^(EBML|matroska|webm)\b/i, /^(audio|video)\/(x-)?(webm|matroska)$/],
  [/^AIFF/i, /^audio\/(x-)?(aiff|aifc|aif)$/],
  [/MP4|isom|3gp|\bqt\b/i, /^(audio|video)\/(x-)?(mp4|m4a|3gpp2?|amr|amr-wb|alac|quicktime)$/],
  [/^CAF\b/, /^audio\/(x-)?caf$/],
];
