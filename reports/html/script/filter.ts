import type { Make, Page, PageElement, View } from './dom.ts';

/** Filters checks by verdict, level, clause and text, and keeps the filter in the address. */
export function filterChecks(page: Page, view: View, make: Make): void {
  const items = [...page.querySelectorAll('[data-check]')];
  const rows = items.filter((item) => item.matches('.checks li'));
  const groups = [...page.querySelectorAll('[data-group]')];
  const folds = new Map([...page.querySelectorAll('details.topic, details.also')].map((fold) => [fold, fold.open]));
  const texts = new Map<PageElement, string>();
  const place = page.querySelector('.verdict');
  if (place === null || rows.length === 0) return;

  const choice = (name: string, all: string, says: (value: string) => string): PageElement => {
    const counts = new Map<string, number>();
    for (const { dataset } of rows) counts.set(dataset[name] ?? '', (counts.get(dataset[name] ?? '') ?? 0) + 1);
    const options = [...counts].map(([value, count]) => make('option', { value }, `${says(value)} (${count})`));
    return make('select', { name, 'aria-label': all }, make('option', { value: '' }, all), ...options);
  };
  const words: Readonly<Record<string, string>> = { pass: 'passed', fail: 'failed', notApplicable: 'not applicable' };
  const search = make('input', { type: 'search', name: 'q', placeholder: 'Search (/)', 'aria-label': 'Search checks' });
  const fields = [
    search,
    choice('verdict', 'Every verdict', (value) => words[value] ?? value),
    choice('level', 'Every level', (value) => value),
    choice('clause', 'Every clause', (value) => `Clause ${value}`),
  ];
  const told = make('output', {});
  const form = make('form', { class: 'tools', role: 'search', 'aria-label': 'Checks' }, ...fields, told);
  place.after(form);

  const textOf = (item: PageElement): string => {
    const text = texts.get(item) ?? `${item.dataset['check']} ${item.textContent}`.toLowerCase();
    texts.set(item, text);
    return text;
  };
  const isWanted = (item: PageElement): boolean =>
    fields.every((field) => {
      const { value } = field;
      if (value === '') return true;
      const name = field.getAttribute('name') ?? '';
      return name === 'q' ? textOf(item).includes(value.toLowerCase().trim()) : item.dataset[name] === value;
    });
  const apply = (): void => {
    const isActive = fields.some(({ value }) => value !== '');
    for (const item of items) item.hidden = !isWanted(item);
    for (const group of groups) group.hidden = isActive && group.querySelector('[data-check]:not([hidden])') === null;
    // Without a filter, folds are as they were before.
    for (const [fold, wasOpen] of folds) fold.open = isActive ? !fold.hidden : wasOpen === true;
    const shown = rows.filter(({ hidden }) => !hidden).length;
    told.textContent = isActive ? `${shown} of ${rows.length} checks` : `${rows.length} checks`;
  };
  const keep = (): void => {
    const given = fields.filter(({ value }) => value !== '');
    const state = new URLSearchParams(
      given.map((field): [string, string] => [field.getAttribute('name') ?? '', field.value]),
    );
    view.history.replaceState(null, '', given.length === 0 ? '#' : `#?${state.toString()}`);
  };
  /** Follows the address: `#speech.speed/accepts-maximum` is a check, `#?verdict=fail&q=speed` a filter. */
  const follow = (): void => {
    const [anchor = '', state = ''] = view.location.hash.slice(1).split('?', 2);
    const given = new URLSearchParams(state);
    for (const field of fields) field.value = given.get(field.getAttribute('name') ?? '') ?? '';
    apply();
    const to = anchor === '' ? null : page.getElementById(anchor);
    for (let up = to; up !== null; up = up.parentElement) if (up.matches('details')) up.open = true;
    to?.scrollIntoView({ block: 'start' });
  };
  form.addEventListener('input', () => {
    apply();
    keep();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  view.addEventListener('hashchange', follow);
  follow();
}
