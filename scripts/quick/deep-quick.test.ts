import { testQuickFaults } from './quick.testing.ts';

testQuickFaults(24, 12);
