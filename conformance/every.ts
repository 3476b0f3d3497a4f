import type { Check } from './core/check.ts';
import { checks } from './index.ts';
import { propertyChecks } from './properties/checks.ts';

/** Whatever a finding may be about: the listed checks, and the properties, which `fuzz` judges. */
export const everyCheck: readonly Check[] = [...checks, ...propertyChecks];
