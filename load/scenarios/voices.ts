/** How fast is the public list of voices, which a cache may answer? */
import { openModel } from './open-model.ts';

const model = openModel('voices', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
