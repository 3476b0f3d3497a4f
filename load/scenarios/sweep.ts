/** How do throughput and latency change with the number of concurrent users? */
import { closedLoop } from './closed-loop.ts';

const model = closedLoop('sweep', __ENV);
export const { options, canary } = model;
export default model.user;
