import { testVariants } from './variants.testing.ts';

testVariants();
