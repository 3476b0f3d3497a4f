import { testMatrix } from './matrix.testing.ts';

testMatrix('sample');
