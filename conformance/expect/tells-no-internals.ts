import { onAnswer } from './on-answer.ts';
import { textsSaid } from './said.ts';

/** How the stack traces of common runtimes read: Node, Python, Java and Kotlin, Go, .NET, Ruby, PHP. */
const traces = [
  /\bat [\w.<>$ ]+ \(?[^\s()]+\.[cm]?[jt]s:\d+/,
  /\bat [\w.$<>]+\([\w$]+\.(?:java|kt|scala):\d+\)/,
  /Traceback \(most recent call last\)/,
  /File "[^"]+\.py", line \d+/,
  /goroutine \d+ \[running\]/,
  /\bat [\w.]+\([^)]*\) in .+:line \d+/,
  /\.rb:\d+:in [`']/,
  /#\d+ [^\s]+\.php\(\d+\)/,
];

/** An error for people says nothing of the code behind it. */
export const tellsNoInternals = onAnswer((_answer, exchange) => {
  // The strings of a JSON body too: escaped, a trace reads otherwise.
  const text = textsSaid(exchange).join('\n');
  const found = traces.map((trace) => trace.exec(text)?.[0]).find((match) => match !== undefined);
  if (found === undefined) return [];
  return [{ aspect: 'error body', expected: 'no stack trace', observed: JSON.stringify(found.slice(0, 120)) }];
});
