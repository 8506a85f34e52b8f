// All resources of the product. The server registers every one; the browser imports the type alone.
import { applications } from './applications.ts';
import { configs } from './configs.ts';
import { connectorFactories, connectors } from './connectors.ts';
import { consent } from './consent.ts';
import { emailTemplates } from './email-templates.ts';
import { experience } from './experience.ts';
import { mailbox } from './mailbox.ts';
import { me } from './me.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { signInExperiences } from './sign-in-experience.ts';
import { tenantMembers, tenants } from './tenants.ts';
import { userAssets } from './user-assets.ts';
import { users } from './users.ts';
import { verificationCodes } from './verification-codes.ts';
import { cloudStatus, status, wellKnown } from './well-known.ts';

export const api = {
  applications,
  cloudStatus,
  configs,
  connectorFactories,
  connectors,
  consent,
  emailTemplates,
  experience,
  mailbox,
  me,
  resources,
  roles,
  signInExperiences,
  status,
  tenantMembers,
  tenants,
  userAssets,
  verificationCodes,
  users,
  wellKnown,
};
export type Api = typeof api;
