import type { Make, Page, PageElement, View } from './dom.ts';

/** Buttons that copy a check's id, what to run, and a failure as an issue in Markdown, with its evidence. */
export function copyTexts(page: Page, view: View, make: Make): void {
  const longest = 1500;

  const copy = async (text: string): Promise<void> => {
    if (view.navigator.clipboard !== undefined) return view.navigator.clipboard.writeText(text);
    // The clipboard API is missing on pages without TLS.
    const field = make('textarea', {});
    field.value = text;
    page.body.append(field);
    field.select();
    page.execCommand('copy');
    field.remove();
  };
  const button = (says: string, of: string, text: () => string): PageElement => {
    const made = make('button', { type: 'button', class: 'copy', 'aria-label': `${says}${of}` }, says);
    const tell = (done: string): void => {
      made.textContent = done;
      view.setTimeout(() => {
        made.textContent = says;
      }, 1500);
    };
    made.addEventListener('click', () => {
      copy(text()).then(
        () => tell('copied'),
        () => tell('could not be copied'),
      );
    });
    return made;
  };

  const said = (element: PageElement | null): string => (element?.textContent ?? '').trim();
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
  const atMost = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
  /** A fenced block, whose fence is longer than any in the text. */
  const fenced = (text: string, language: string): string => {
    const ticks = (text.match(/`+/g) ?? []).map(({ length }) => length);
    const fence = '`'.repeat(Math.max(2, ...ticks) + 1);
    return `${fence}${language}\n${text}\n${fence}`;
  };
  /** A text of the run with all Markdown escaped. */
  const plain = (text: string): string =>
    oneLine(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&@:.-]/g, (sign) => (sign === '@' ? '@\u200b' : `\\${sign}`));
  const issueOf = (finding: PageElement, id: string): string => {
    const all = [...finding.querySelectorAll('.pair')].filter((pair) => pair.closest('.exchange') === null);
    const pairs = all.map((pair) => {
      const names = [...pair.querySelectorAll('dt')].map(said);
      const values = [...pair.querySelectorAll('dd')].map(said);
      const subject = pair.closest('li')?.querySelector('p') ?? null;
      return [oneLine(said(subject)), ...names.map((name, at) => `- ${name} ${values[at]}`)].join('\n').trimStart();
    });
    const exchange = finding.querySelector('.exchange');
    const wire = exchange === null ? [] : [...exchange.querySelectorAll('pre')].map((each) => atMost(said(each)));
    const run = finding.querySelector('.run');
    return [
      `### ${plain(id)}: ${plain(said(finding.querySelector('.title')))}`,
      [...finding.querySelectorAll('.requirement, blockquote')].map((each) => `> ${plain(said(each))}`).join('\n>\n'),
      pairs.length === 0 ? '' : fenced(pairs.join('\n'), 'text'),
      run === null ? '' : fenced(said(run), 'sh'),
      wire.length === 0 ? '' : `Evidence\n\n${fenced(wire.join('\n\n'), 'http')}`,
      plain(said(page.querySelector('.verdict .target'))),
      plain(said(page.querySelector('.provenance'))),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  };

  for (const finding of page.querySelectorAll('article[data-check]')) {
    const id = finding.dataset['check'] ?? '';
    const actions = make('p', { class: 'actions' });
    actions.append(
      button('copy id', ` ${id}`, () => id),
      button('copy as an issue', ` ${id}`, () => issueOf(finding, id)),
    );
    finding.querySelector('h3')?.after(actions);
  }
  for (const run of page.querySelectorAll('pre.run')) run.after(button('copy', ' what to run', () => said(run)));
}
