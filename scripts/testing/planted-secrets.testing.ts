import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readable } from '../../conformance/http/masking/common-spellings.testing.ts';

/** A secret, and its core: letters that every encoding keeps together and that occur nowhere else. */
export type PlantedSecret = { readonly secret: string; readonly core: string };

let made = 0;

/** A secret with characters that have a meaning in JSON, HTML, URLs, shells and regular expressions. */
export function plantedSecret(): PlantedSecret {
  made += 1;
  const core = `Kanari${made}Qx7Zt${String(made).padStart(3, '0')}Wm`;
  return { secret: `a/b+c=%2F"${core}"$&'<&>\\~{}|^`, core };
}

/** A secret of letters only, for places that accept no others. */
export function plainSecret(): PlantedSecret {
  const { core } = plantedSecret();
  return { secret: core, core };
}

/** Where planted secrets are found: `results/run.json: token in hex`. Letter case matters in base64 only. */
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

/** The text of every file in a folder, by path. Bodies that were kept in base64 are also decoded. */
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
