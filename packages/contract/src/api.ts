// All resources of the product. The server registers every one; the browser imports the type alone.
import { applications } from './applications.ts';
import { consent } from './consent.ts';
import { experience } from './experience.ts';
import { me } from './me.ts';
import { signInExperiences } from './sign-in-experience.ts';
import { tenants } from './tenants.ts';
import { cloudStatus, status, wellKnown } from './well-known.ts';

export const api = {
  applications,
  cloudStatus,
  consent,
  experience,
  me,
  signInExperiences,
  status,
  tenants,
  wellKnown,
};
export type Api = typeof api;
