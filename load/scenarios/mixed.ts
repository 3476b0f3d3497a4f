/** How does each operation fare when all of them share the service? */
import { openModel } from './open-model.ts';

const model = openModel('mixed', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
