/** How much more does the service answer, and how much slower, the more users wait for their answers? */
import { closedLoop } from './closed-loop.ts';

const model = closedLoop('sweep', __ENV);
export const { options, canary } = model;
export default model.user;
