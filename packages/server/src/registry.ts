// Every resource the server serves. A feature is switched on by its line here.
import applications from './applications/applications.ts';
import configs from './configs/configs.ts';
import consent from './consent/consent.ts';
import customJwt from './custom-jwt/custom-jwt.ts';
import experience from './experience/experience.ts';
import type { Served } from './http/serve.ts';
import me from './me/me.ts';
import signInExperience from './sign-in-experience/sign-in-experience.ts';
import signingKeys from './signing-keys/signing-keys.ts';
import tenantMembers from './tenants/members.ts';
import tenants from './tenants/tenants.ts';
import userAssets from './user-assets/user-assets.ts';
import wellKnown, { cloudStatusServed, statusServed } from './well-known/well-known.ts';

export const allServed: Served[] = [
  applications,
  cloudStatusServed,
  configs,
  consent,
  customJwt,
  experience,
  me,
  signInExperience,
  signingKeys,
  statusServed,
  tenantMembers,
  tenants,
  userAssets,
  wellKnown,
];
