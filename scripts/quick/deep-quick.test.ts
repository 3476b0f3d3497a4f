import { testQuickMistakes } from './quick.testing.ts';

testQuickMistakes(24);
