/** Up to which rate does the service keep its SLO? */
import { openModel } from './open-model.ts';

const model = openModel('capacity', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
