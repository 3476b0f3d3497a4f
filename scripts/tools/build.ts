import { join } from 'node:path';
import { buildInto } from './bundled-package.ts';

/** `npm run build`: what the published package runs, since Node strips no types below a node_modules folder. */
await buildInto(join(import.meta.dirname, '..', '..'));
