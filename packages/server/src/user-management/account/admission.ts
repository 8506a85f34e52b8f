// Admission to the account API.
import type { Admission } from '../../infrastructure/http/admission.ts';
import type { Services } from '../../services.ts';
import { accountCaller } from './caller.ts';

export const accountAdmission: Admission<Services> = {
  admit: async (context, { headers }, operation) => {
    const caller = await accountCaller(context.services, context.tenantId, headers, operation);
    context.actor = { type: 'user', id: caller.userId };
    return caller;
  },
};
