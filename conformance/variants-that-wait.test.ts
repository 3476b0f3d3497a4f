import { testVariantsThatWait } from './variants.testing.ts';

testVariantsThatWait();
