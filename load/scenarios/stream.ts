/** How soon, and how evenly, does a bot's streamed reply arrive when users come at a given rate? */
import { openModel } from './open-model.ts';

const model = openModel('stream', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
