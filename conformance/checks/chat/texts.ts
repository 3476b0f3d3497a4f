/** Messages that are valid, or whose validity is open, each with something that may break a service. */

const sentence = 'This sentence has exactly fifty characters in it. ';
/** Longer than 8 KB, like a pasted page; the largest size is not shown (8.2). */
export const longText = sentence.repeat(180);
/**
 * The first and the second half of an emoji as a JSON escape: UTF-8 cannot represent either, and encoders throw. A
 * parser that refuses the one may accept the other.
 */
export const loneSurrogates = [String.raw`Hello \ud83d there!`, String.raw`Hello \udc4b there!`] as const;
export const nulMessage = 'Hello\0!';

export const severalLines = 'First line.\nSecond line.\r\n\tThird, indented.\u2028Fourth.';
export const rightToLeft = 'שלום! مرحبا، كيف حالك؟';
/**
 * Letters beyond the Basic Multilingual Plane, and letters of several code points. The text begins with one byte
 * followed by letters of four bytes: cutting it at 20, 50, 64 or 100 bytes for a log line cuts within a letter, where
 * some languages throw.
 */
export const emoji = '(🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇🐺🐗) Hello 👋🏽! My family: 👩‍👩‍👧‍👦';
export const combiningMarks = 'Cafe\u0301, Zu\u0308rich, किताब';
/** A body in a spelling of JSON that no serialiser would choose, with `more` in its message. */
export const escapedBody = (more = ''): string => String.raw`{"m\u0065ssage":"H\u00e9llo \ud83d\udc4b\/\u0021${more}"}`;
