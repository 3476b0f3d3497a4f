/** Does anything get slower, or fail more, when a blend of uses goes on for long? */
import { openModel } from './open-model.ts';

const model = openModel('soak', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
