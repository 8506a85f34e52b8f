// Generated values follow the seed that the summary prints.
import fc from 'fast-check';
import { seed } from '../../scripts/suite/seed.ts';

fc.configureGlobal({ seed });
