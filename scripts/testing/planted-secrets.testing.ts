import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readable } from '../../conformance/http/masking/common-spellings.testing.ts';

/** A secret with the letters in it that every coding keeps together, and that nothing else contains. */
export type PlantedSecret = { readonly secret: string; readonly core: string };

let made = 0;

/** A secret that looks like one that nobody thought of: with signs that JSON, HTML, URLs, shells and regular expressions read. */
export function plantedSecret(): PlantedSecret {
  made += 1;
  const core = `Kanari${made}Qx7Zt${String(made).padStart(3, '0')}Wm`;
  return { secret: `a/b+c=%2F"${core}"$&'<&>\\~{}|^`, core };
}

/** One that is no more than letters, for places that take no others. */
export function plainSecret(): PlantedSecret {
  const { core } = plantedSecret();
  return { secret: core, core };
}

/** Where planted secrets are found: `results/run.json: token in hex`. Letter case counts in base64 only. */
export function leaksIn(
  texts: Readonly<Record<string, string>>,
  planted: Readonly<Record<string, PlantedSecret>>,
): readonly string[] {
  return Object.entries(texts).flatMap(([place, text]) => {
    const small = text.toLowerCase();
    return Object.entries(planted).flatMap(([name, { core }]) =>
      readable(core)
        .filter((spelling, at) => (at < 2 ? small : text).includes(at < 2 ? spelling.toLowerCase() : spelling))
        .map((spelling) => `${place}: ${name} as ${spelling}`),
    );
  });
}

/** Every file of a folder and what is below it, by its path there. Bodies that were kept in base64 stand there plain, too. */
export function textsIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const text = readFileSync(path).toString('latin1');
      const bodies = [...text.matchAll(/"base64":"([^"]*)"/g)].map(([, base64 = '']) =>
        Buffer.from(base64, 'base64').toString('latin1'),
      );
      return [path.slice(folder.length + 1), [text, ...bodies].join('\n')];
    }),
  );
}
