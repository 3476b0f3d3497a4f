import type { Make, Page, PageElement, View } from './dom.ts';

/** `/` searches, `j` and `k` go from check to check, `o` opens and closes; a button does it for all of them. */
export function takeKeys(page: Page, _view: View, make: Make): void {
  const form = page.querySelector('.tools');
  if (form === null) return;
  const search = form.querySelector('input');
  let current: PageElement | undefined;

  const toggle = (within: Page | PageElement): void => {
    const folds = [...within.querySelectorAll('details')];
    const open = folds.some((fold) => fold.open !== true);
    for (const fold of folds) fold.open = open;
  };
  const expand = make('button', { type: 'button', 'aria-pressed': 'false' }, 'Expand all');
  expand.addEventListener('click', () => {
    const open = expand.getAttribute('aria-pressed') === 'false';
    for (const fold of page.querySelectorAll('main details')) fold.open = open;
    expand.setAttribute('aria-pressed', String(open));
  });
  form.append(expand, make('span', { class: 'keys' }, '/ search · j k next, previous · o open'));

  const go = (step: number): void => {
    const seen = [...page.querySelectorAll('[data-check]')].filter((item) => item.checkVisibility());
    const at = current === undefined ? -1 : seen.indexOf(current);
    const next = seen[at === -1 ? (step > 0 ? 0 : seen.length - 1) : at + step];
    if (next === undefined) return;
    current?.classList.remove('current');
    current = next;
    next.classList.add('current');
    next.setAttribute('tabindex', '-1');
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };
  const open = (): void => {
    if (current === undefined) return;
    if (current.querySelector('details') === null) current.querySelector('a')?.click();
    else toggle(current);
  };
  const actions: Readonly<Record<string, () => void>> = {
    '/': () => {
      search?.focus();
      search?.select();
    },
    j: () => go(1),
    k: () => go(-1),
    o: open,
  };
  page.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && event.target === search) search.blur();
    const action = actions[event.key];
    const isTyping = event.target.matches('input, select, textarea');
    if (action === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
}
