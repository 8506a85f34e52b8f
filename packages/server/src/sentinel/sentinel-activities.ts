// Ends a lockout before its time: what was attempted for these names is forgotten.
import { sentinelActivities } from '@tessera/contract/sentinel-activities';
import { serve } from '../http/serve.ts';
import { targetHash } from './sentinel.ts';

export default serve(sentinelActivities, {
  remove: async ({ change }, { body: { targetType, targets } }) => {
    const hashes = [...new Set(targets.map(targetHash))];
    await change.removeAll('sentinelActivities', { targetType }, 'targetHash', hashes);
  },
});
