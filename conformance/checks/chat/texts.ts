/** Messages that are valid, or of which it is left open whether they are, each with something that a service may trip over. */

const sentence = 'This sentence has exactly fifty characters in it. ';
/** Past 8 KB, as a pasted page is; the largest size is not shown (8.2). */
export const longText = sentence.repeat(180);
/**
 * One half of an emoji as JSON has it, the first and the second: no UTF-8 says it, and encoders throw at it. A parser that
 * refuses the one may take the other.
 */
export const loneSurrogates = [String.raw`Hello \ud83d there!`, String.raw`Hello \udc4b there!`] as const;
export const nul = 'Hello\0!';

export const severalLines = 'First line.\nSecond line.\r\n\tThird, indented.\u2028Fourth.';
export const rightToLeft = 'שלום! مرحبا، كيف حالك؟';
/**
 * Outside of the Basic Multilingual Plane, and of several code points each. It begins with one byte and then four for each
 * letter: whoever cuts off 20, 50, 64 or 100 bytes for a line of a log does so within a letter, where some languages throw.
 */
export const emoji = '(🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇🐺🐗) Hello 👋🏽! My family: 👩‍👩‍👧‍👦';
export const combiningMarks = 'Cafe\u0301, Zu\u0308rich, किताब';
/** A body in a spelling of JSON that no serialiser would choose; `more` stands in it too. */
export const escapedBody = (more = ''): string => String.raw`{"m\u0065ssage":"H\u00e9llo \ud83d\udc4b\/\u0021${more}"}`;
