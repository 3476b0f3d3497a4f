import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guidesOfDevelopers, textOfFile } from '../testing/documentation.testing.ts';

/** Files of the work tree that git knows or would take. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const sources = files.filter((file) => /\.(ts|js|go)$/.test(file));

/** Test files, and what stands beside sources only for them, may reach further. */
const isForTests = (file: string): boolean => /\.test(ing)?\.ts$|_test\.go$/.test(file);

type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean; readonly dynamic: boolean };

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, 'utf8');
  const pattern =
    /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(pattern)].map(([, type, from, dynamic]) => {
    const specifier = from ?? dynamic ?? '';
    const to = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    return { from: file, to, typeOnly: type !== undefined, dynamic: dynamic !== undefined };
  });
}

const arrows = sources.filter((file) => file.endsWith('.ts') && !isForTests(file)).flatMap(importsOf);
const within =
  (folder: string) =>
  (path: string): boolean =>
    path === folder || path.startsWith(`${folder}/`);
const strays = (folder: string, allowed: (arrow: Import) => boolean): readonly string[] =>
  arrows
    .filter(({ from }) => within(folder)(from))
    .filter((arrow) => !allowed(arrow))
    .map(({ from, to }) => `${from} → ${to}`);

/** Rooms of load that know neither k6 nor Node. */
const isPureLoad = (path: string): boolean =>
  within('load')(path) && !['load/k6ext', 'load/runner', 'load/scenarios'].some((folder) => within(folder)(path));
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(pairs: readonly (readonly [from: string, to: string])[]): Graph {
  const ways = Map.groupBy(
    pairs.filter(([from, to]) => from !== to),
    ([from]) => from,
  );
  return new Map([...ways].map(([from, each]) => [from, new Set(each.map(([, to]) => to))]));
}

/** Each way that comes back to where it began, as `a → b → a`; of ways that share a part one. */
function circlesIn(graph: Graph): readonly string[] {
  const done = new Set<string>();
  const from = (node: string, way: readonly string[]): readonly string[] => {
    if (way.includes(node)) return [[...way.slice(way.indexOf(node)), node].join(' → ')];
    if (done.has(node)) return [];
    const circles = [...(graph.get(node) ?? [])].flatMap((next) => from(next, [...way, node]));
    done.add(node);
    return circles;
  };
  return [...graph.keys()].flatMap((node) => from(node, []));
}

/** A room is a folder, without those in it, which are rooms of their own. */
const oneWay = ['conformance', 'load', 'reports', 'scripts'];

const isNode = (to: string): boolean => to.startsWith('node:');
const isPackage = (to: string): boolean => !isNode(to) && !/^(conformance|fixtures|load|reports|scripts)\//.test(to);

describe('the arrows of the house', () => {
  it('conformance/contract imports nothing but the schema library, by which the formats are defined', () => {
    const defines = ({ from, to }: Import): boolean => within('conformance/contract/formats')(from) && to === 'typebox';
    expect(
      strays('conformance/contract', (arrow) => within('conformance/contract')(arrow.to) || defines(arrow)),
    ).toEqual([]);
  });
  it('what defines the formats is imported as types alone, so that no command and no k6 bundle contains the library', () => {
    const writesSchemas = [
      'scripts/tools/schemas.ts',
      'scripts/tools/schema-of.ts',
      'scripts/tools/published-formats.ts',
    ];
    const loading = arrows
      .filter(({ to, typeOnly }) => (within('conformance/contract/formats')(to) || to === 'typebox') && !typeOnly)
      .filter(({ from }) => !within('conformance/contract/formats')(from) && !writesSchemas.includes(from));
    expect(loading).toEqual([]);
  });
  it('conformance imports itself, packages, and only the type of fault ids from fixtures', () => {
    expect(
      strays(
        'conformance',
        ({ to, typeOnly }) =>
          within('conformance')(to) || isNode(to) || isPackage(to) || (typeOnly && to === 'fixtures/faults/index.ts'),
      ),
    ).toEqual([]);
  });
  it('checks and expectations are judged by the engine, and know nothing of it', () => {
    const isEngine = ({ to }: Import): boolean => within('conformance/engine')(to);
    for (const folder of ['conformance/checks', 'conformance/expectations', 'conformance/classification'])
      expect(strays(folder, (arrow) => !isEngine(arrow))).toEqual([]);
  });
  it('fixtures imports Node and itself, and the real servers the packages that they are made of', () => {
    const isServer = ({ from, to }: Import): boolean =>
      within('fixtures/servers')(from) && ['express', 'fastify'].includes(to);
    expect(strays('fixtures', (arrow) => isNode(arrow.to) || within('fixtures')(arrow.to) || isServer(arrow))).toEqual(
      [],
    );
  });
  it('load/scenarios imports k6, the pure rooms of load and the contract', () => {
    expect(
      strays(
        'load/scenarios',
        ({ to }) =>
          /^k6(\/|$)/.test(to) || isPureLoad(to) || within('load/scenarios')(to) || within('conformance/contract')(to),
      ),
    ).toEqual([]);
  });
  it('the pure rooms of load import each other, and the types of the formats', () => {
    const isFormat = ({ to, typeOnly }: Import): boolean => within('conformance/contract')(to) && typeOnly;
    expect(strays('load', (arrow) => !isPureLoad(arrow.from) || isPureLoad(arrow.to) || isFormat(arrow))).toEqual([]);
  });
  describe.each(oneWay)(
    'the rooms of %s import one way: of no two does each know the other, through however many',
    (top) => {
      const inside = arrows.filter(({ from, to }) => within(top)(from) && within(top)(to));
      const between = (roomOf: (file: string) => string): Graph =>
        graphOf(inside.map(({ from, to }) => [roomOf(from), roomOf(to)]));
      it('each by itself', () => {
        const rooms = between(dirname);
        expect(rooms.size).toBeGreaterThan(5);
        expect(circlesIn(rooms)).toEqual([]);
      });
      it('each with the rooms in it', () => {
        expect(circlesIn(between((file) => dirname(file).split('/').slice(0, 2).join('/')))).toEqual([]);
      });
    },
  );
  it('no file imports itself through others, not even for its types', () => {
    const all = sources.filter((file) => file.endsWith('.ts')).flatMap(importsOf);
    const graph = graphOf(all.filter(({ to }) => existsSync(to)).map(({ from, to }) => [from, to]));
    expect(graph.size).toBeGreaterThan(1_000);
    expect(circlesIn(graph)).toEqual([]);
  });
  it('load/runner imports Node, esbuild, the pure rooms of load and the contract', () => {
    expect(
      strays(
        'load/runner',
        ({ to }) =>
          isNode(to) ||
          to === 'esbuild' ||
          isPureLoad(to) ||
          within('load/runner')(to) ||
          within('conformance/contract')(to),
      ),
    ).toEqual([]);
  });
  it('reports takes only types from others, and neither Node nor a clock', () => {
    const draws = ({ from, to }: Import): boolean => within('reports/charts')(from) && isPackage(to);
    expect(
      strays(
        'reports',
        (arrow) => within('reports')(arrow.to) || draws(arrow) || (arrow.typeOnly && !isNode(arrow.to)),
      ),
    ).toEqual([]);
    const clocks = sources
      .filter((file) => within('reports')(file) && !isForTests(file))
      .filter((file) => /\b(Date\.now|new Date\(\)|performance\.)/.test(readFileSync(file, 'utf8')));
    expect(clocks).toEqual([]);
  });
  it('nobody imports scripts but, of no room, what tells Vitest which tests there are', () => {
    const mayImport = (from: string): boolean => within('scripts')(from) || from === 'vitest.config.ts';
    expect(arrows.filter(({ from, to }) => within('scripts')(to) && !mayImport(from))).toEqual([]);
  });
  it('only scripts knows argv and exit codes', () => {
    const knowing = sources
      .filter((file) => /\.(ts|js)$/.test(file) && !within('scripts')(file) && !isForTests(file))
      .filter((file) => /process\.(argv|exit\b|exitCode)/.test(readFileSync(file, 'utf8')));
    expect(knowing).toEqual([]);
  });
});

it('parses what a target sends within bounds: JSON that others wrote goes through one door', () => {
  const rooms = ['bodies', 'checks', 'decoded', 'engine', 'expectations', 'fuzz', 'http', 'model', 'reading'];
  const parsing = sources.filter(
    (file) =>
      rooms.some((room) => within(`conformance/${room}`)(file)) &&
      !isForTests(file) &&
      /\bJSON\.parse\((?!JSON\.stringify\()/.test(readFileSync(file, 'utf8')),
  );
  // The schemas of the package.
  expect(parsing).toEqual(['conformance/reading/form.ts']);
});

it('loads the library of charts when a chart is drawn, and with no command before', () => {
  const loadedBy = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    const isNew = !seen.has(file);
    seen.add(file);
    if (isNew && existsSync(file)) {
      for (const { to, typeOnly, dynamic } of importsOf(file)) if (!typeOnly && !dynamic) loadedBy(to, seen);
    }
    return seen;
  };
  const commands = arrows.filter(({ from, dynamic }) => from === 'scripts/assay.ts' && dynamic).map(({ to }) => to);
  expect(commands).toEqual(
    expect.arrayContaining(['scripts/commands/check.ts', 'scripts/commands/verify.ts', 'scripts/commands/load.ts']),
  );
  expect(['scripts/assay.ts', ...commands].filter((file) => loadedBy(file).has('@observablehq/plot'))).toEqual([]);
  expect(loadedBy('scripts/load/results/write-load-reports.ts')).toContain('@observablehq/plot');
});

describe('the files of the house', () => {
  it('are where CONTRIBUTING and the guide of what is measured say that they are', () => {
    const named = guidesOfDevelopers
      .map(textOfFile)
      .join('\n')
      .matchAll(/`((?:conformance|examples|fixtures|load|reports|scripts)\/[\w./-]+)`/g);
    const paths = [...new Set([...named].map(([, path = '']) => path))];
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !within('reports/out')(path) && !existsSync(path))).toEqual([]);
  });
  it('are at most 25 in a folder, tests aside', () => {
    const folders = Map.groupBy(
      sources.filter((file) => !isForTests(file)),
      dirname,
    );
    expect(folders.has('load/k6ext')).toBe(true);
    const full = [...folders].filter(([, inside]) => inside.length > 25).map(([folder]) => folder);
    expect(full).toEqual([]);
  });
  it('export nothing that nobody uses', () => {
    const words = new Map(sources.map((file) => [file, readFileSync(file, 'utf8').match(/\w+/g) ?? []]));
    const knownIn = Map.groupBy(
      [...words].flatMap(([file, all]) => [...new Set(all)].map((word) => ({ word, file }))),
      ({ word }) => word,
    );
    const exported = sources
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:const|class|type|function\*?) (\w+)/gm)].map(
          ([, name = '']) => ({ file, name }),
        ),
      );
    expect(exported.length).toBeGreaterThan(2_000);
    const idle = exported.filter(({ name }) => knownIn.get(name)?.length === 1);
    expect(idle.map(({ file, name }) => `${name} of ${file}`)).toEqual([]);
  });
  it('are no longer than 300 lines: a longer one is to be parted by its ideas', () => {
    const long = sources
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });
});
