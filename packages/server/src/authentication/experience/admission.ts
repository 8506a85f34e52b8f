// Admission to the Experience API: the browser with the interaction cookie, from one of our own pages.
import type { Admission } from '../../infrastructure/http/admission.ts';
import { refuseCrossSite } from '../../infrastructure/http/same-site.ts';
import type { Services } from '../../services.ts';
import { interactionOf } from './interaction.ts';

export const interactionAdmission: Admission<Services> = {
  admit: async ({ services, tenantId, visit, raw }, request) => {
    refuseCrossSite(request.raw, services.addresses.at(visit.destination));
    return { interaction: await interactionOf(services, tenantId, raw) };
  },
};
