import { join } from 'node:path';
import { buildInto } from './bundled-package.ts';

/**
 * `npm run build`: compiles the code for the published package, since Node does not strip types below a node_modules
 * folder.
 */
await buildInto(join(import.meta.dirname, '..', '..'));
