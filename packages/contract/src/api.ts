// All resources of the product. The server registers every one; the browser imports the type alone.
import { applications } from './applications.ts';
import { configs } from './configs.ts';
import { consent } from './consent.ts';
import { customJwt } from './custom-jwt.ts';
import { experience } from './experience.ts';
import { me } from './me.ts';
import { signInExperiences } from './sign-in-experience.ts';
import { signingKeys } from './signing-keys.ts';
import { tenantMembers, tenants } from './tenants.ts';
import { userAssets } from './user-assets.ts';
import { cloudStatus, status, wellKnown } from './well-known.ts';

export const api = {
  applications,
  cloudStatus,
  configs,
  consent,
  customJwt,
  experience,
  me,
  signInExperiences,
  signingKeys,
  status,
  tenantMembers,
  tenants,
  userAssets,
  wellKnown,
};
export type Api = typeof api;
