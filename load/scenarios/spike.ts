/** What does a sudden burst of users do to replies, and how soon is it over? */
import { openModel } from './open-model.ts';

const model = openModel('spike', __ENV);
export const { options, canary } = model;
export default model.oneRequest;
