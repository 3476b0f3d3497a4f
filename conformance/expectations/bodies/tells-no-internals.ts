import { onAnswer } from '../on-answer.ts';
import { answerTexts } from '../words/said.ts';
import { headOf } from '../../reading/whole-letters.ts';

/**
 * How stack traces of common runtimes read: Node, Python, Java and Kotlin, Go, .NET, Ruby, PHP. Each part has a bounded
 * length: otherwise a text that could begin a trace at every word would take quadratic time.
 */
const traces = [
  /\bat [\w.<>$ ]{1,120} \(?[^\s()]{1,300}\.[cm]?[jt]s:\d+/,
  /\bat [\w.$<>]{1,300}\([\w$]{1,120}\.(?:java|kt|scala):\d+\)/,
  /Traceback \(most recent call last\)/,
  /File "[^"]{1,300}\.py", line \d+/,
  /goroutine \d+ \[running\]/,
  /\bat [\w.]{1,300}\([^)]{0,300}\) in .{1,300}:line \d+/,
  /\.rb:\d+:in [`']/,
  /#\d+ [^\s]{1,300}\.php\(\d+\)/,
];

/** Most characters of an error that are searched: a trace stands near its beginning. */
const longestError = 256 * 1024;

/** An error for people says nothing about the code behind it. */
export const tellsNoInternals = onAnswer((_answer, exchange) => {
  // The strings of a JSON body count too, since a trace looks different when it is escaped.
  const text = answerTexts(exchange).join('\n').slice(0, longestError);
  const found = traces.map((trace) => trace.exec(text)?.[0]).find((match) => match !== undefined);
  if (found === undefined) return [];
  return [{ subject: 'error body', expected: 'no stack trace', observed: JSON.stringify(headOf(found, 120)) }];
});
