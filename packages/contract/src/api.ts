// All resources of the product. The server registers every one; the browser imports the type alone.
import { applications } from './applications.ts';
import { configs } from './configs.ts';
import { consent } from './consent.ts';
import { experience } from './experience.ts';
import { me } from './me.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationApplications, organizationUsers } from './organization-members.ts';
import { organizationRoles, organizationScopes } from './organization-template.ts';
import { organizations } from './organizations.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { signInExperiences } from './sign-in-experience.ts';
import { tenantMembers, tenants } from './tenants.ts';
import { userAssets } from './user-assets.ts';
import { users } from './users.ts';
import { cloudStatus, status, wellKnown } from './well-known.ts';

export const api = {
  applications,
  cloudStatus,
  configs,
  consent,
  experience,
  me,
  organizationApplications,
  organizationInvitations,
  organizationJit,
  organizationRoles,
  organizationScopes,
  organizations,
  organizationUsers,
  resources,
  roles,
  signInExperiences,
  status,
  tenantMembers,
  tenants,
  userAssets,
  users,
  wellKnown,
};
export type Api = typeof api;
