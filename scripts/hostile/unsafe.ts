import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** C0 and C1 control characters except line ends and tabs, and characters that reverse text. */
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
const orders = /^\s*(?:::[a-z-]+[ :]|##\[|##vso)/m;
const markup = /<script>(?:window\.)?__pwned|<(?:img|svg|body|iframe)\b[^>]{0,80}__pwned|href="?(?:javascript|data):/i;

/** Text of a target that could act where people see it: in a terminal, a CI log or a page. */
export function unsafeIn(
  folder: string,
  { out, err }: { readonly out: string; readonly err: string },
): readonly string[] {
  const page = join(folder, 'report.html');
  const html = existsSync(page) && statSync(page).size < 2 ** 28 ? readFileSync(page, 'utf8') : '';
  const found: readonly (string | false)[] = [
    controls.test(out) && `stdout has ${named(out)}`,
    controls.test(err) && `stderr has ${named(err)}`,
    orders.test(out + '\n' + err) && 'it orders a CI runner about',
    markup.test(html) && 'report.html has its markup',
  ];
  return found.filter((each) => each !== false);
}

function named(text: string): string {
  const code = controls.exec(text)?.[0].codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
