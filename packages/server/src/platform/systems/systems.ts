// Features the installation offers applications. Protected ones need a domain for their hosts.
import { systems } from '@tessera/contract/systems';
import { serve } from '../../serve.ts';
import { requireAppsDomain } from '../domains/domain-rules.ts';

export default serve(systems, {
  application: (ctx) => ({ protectedApps: { defaultDomain: requireAppsDomain(ctx) } }),
});
