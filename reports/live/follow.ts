import type { LiveMessage, LivePoint, LiveView } from './live-view.ts';
import type { DrawLines, LiveDocument, LiveElement, LiveWindow, MakeLive } from './dom.ts';

/**
 * Listens to the run and puts each message into its place: as text, never as markup. Its source goes into the page: it
 * may use its arguments and nothing of its module.
 */
export function followRun(page: LiveDocument, view: LiveWindow, [draw]: readonly [DrawLines]): void {
  const mostPoints = 1200;
  const armedMs = 5000;
  const make: MakeLive = (name, attributes, ...contents) => {
    const svg = name.startsWith('svg:') ? name.slice(4) : undefined;
    const made = svg === undefined ? page.createElement(name) : page.createElementNS('http://www.w3.org/2000/svg', svg);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.replaceChildren(...contents);
    return made;
  };
  const place = (id: string): LiveElement => page.getElementById(id) ?? make('p', {});
  const write = (id: string, text: string): void => {
    if (place(id).textContent !== text) place(id).textContent = text;
  };
  const shown = new Map<string, string>();
  /** Leaves unchanged content alone: the user may have selected its text. */
  const fill = (id: string, of: unknown, contents: () => readonly LiveElement[]): void => {
    const now = JSON.stringify(of);
    if (shown.get(id) === now) return;
    shown.set(id, now);
    place(id).replaceChildren(...contents());
  };
  let points: LivePoint[] = [];
  let isOver = false;

  const marks: Readonly<Record<string, string>> = { pass: '●', fail: '✗', inconclusive: '!', notApplicable: '●' };
  const showTable = ({ lead, head, rows }: LiveView['table']): void => {
    write('lead', rows.length === 0 ? 'No request after the warm-up was answered yet.' : lead);
    const cells = (each: readonly string[]): readonly LiveElement[] =>
      each.map((text, at) => (at === 0 ? make('th', { scope: 'row' }, text) : make('td', {}, text)));
    const names = rows.length === 0 ? [] : head;
    fill('head', names, () => [
      make('tr', {}, ...names.map((name) => (name === '' ? make('td', {}) : make('th', { scope: 'col' }, name)))),
    ]);
    fill('rows', rows, () => rows.map((row) => make('tr', {}, ...cells(row))));
  };
  const showCharts = (title: string | undefined): void => {
    if (title !== undefined) write('recent', title);
    fill('chart-recent', points, () =>
      draw(
        make,
        points,
        [
          { place: 1, colour: 'var(--line-1)' },
          { place: 2, colour: 'var(--line-2)' },
        ],
        true,
      ),
    );
    fill('chart-flight', points, () => draw(make, points, [{ place: 3, colour: 'var(--line-3)' }]));
    fill('chart-rate', points, () => draw(make, points, [{ place: 4, colour: 'var(--line-4)' }]));
    place('flight').hidden = points.every((point) => point[3] === null);
  };
  const showEnd = ({ is, ended }: LiveView): void => {
    place('stop').hidden = is !== 'running';
    place('ended').hidden = ended === undefined;
    if (ended === undefined) return;
    write('ended-says', ended.says);
    write('report', ended.report);
    write('times', 'Times');
  };
  const show = (now: LiveView): void => {
    const { tone, word, says, tiles, until, generator, table, failures } = now;
    place('verdict').setAttribute('class', `verdict ${tone}`);
    write('mark', marks[tone] ?? '');
    write('word', word);
    write('says', says);
    write('state', word);
    // The title leaves out the remaining seconds: changing a title costs a browser a third of what the whole page
    // costs.
    if (page.title !== `${word} · assay`) page.title = `${word} · assay`;
    place('done').setAttribute('width', String(Math.round(now.doneShare * 1000)));
    fill('tiles', tiles, () =>
      tiles.map((tile) =>
        make('li', { class: tile.tone }, make('b', {}, tile.value), make('span', { class: 'badge' }, tile.name)),
      ),
    );
    place('until').hidden = until === undefined;
    write('until', until ?? '');
    place('generator').setAttribute('class', generator.tone);
    write('generator', generator.says);
    if (now.slo !== undefined) {
      place('slo').setAttribute('class', now.slo.tone);
      write('slo', now.slo.says);
    }
    showTable(table);
    place('failed').hidden = failures.length === 0;
    fill('failures', failures, () =>
      failures.map(({ count, outcome, because }) =>
        make('li', { class: 'fail' }, make('b', {}, count), ' ', make('code', {}, outcome), ` ${because}`),
      ),
    );
    showCharts(now.recent);
    showEnd(now);
  };

  const source = new view.EventSource('events');
  source.addEventListener('message', ({ data }) => {
    const message: LiveMessage = view.JSON.parse(data);
    write('lost', '');
    // After a reconnect the server sends all points.
    points = message.points.length > 1 ? [...message.points] : [...points, ...message.points];
    if (points.length > mostPoints) points = points.filter((_, at) => at % 2 === 0);
    show(message.view);
    isOver = message.view.is === 'ended';
    if (isOver) source.close();
  });
  source.addEventListener('error', () => {
    if (!isOver)
      write(
        'lost',
        'The connection to the run is lost: it was ended, or too many pages are open. Below are the last figures received.',
      );
  });

  const stop = place('stop');
  let isArmed = false;
  const disarm = (): void => {
    if (stop.disabled) return;
    isArmed = false;
    stop.textContent = 'Stop the run';
  };
  const send = async (): Promise<void> => {
    stop.disabled = true;
    stop.textContent = 'Stopping…';
    const { ok } = await view.fetch('stop', { method: 'POST' });
    if (ok) return;
    stop.disabled = false;
    stop.textContent = 'Not stopped: press Ctrl-C in the terminal';
  };
  // Stopping takes two clicks, so that no slip of the hand ends a measurement of hours.
  stop.addEventListener('click', () => {
    if (isArmed) {
      send().catch(() => disarm());
      return;
    }
    isArmed = true;
    stop.textContent = 'Click again to stop; what was measured is kept';
    view.setTimeout(disarm, armedMs);
  });
}
