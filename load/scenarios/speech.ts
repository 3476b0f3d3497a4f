/** How much audio per second does the service make, and is the audio what was asked for? */
import { openModel } from './open-model.ts';

const model = openModel('speech', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
