/** How long does a whole reply take when users come at a given rate? */
import { openModel } from './open-model.ts';

const model = openModel('chat', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
