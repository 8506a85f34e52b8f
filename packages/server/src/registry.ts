// Every resource the server serves. A feature is switched on by its line here.
import applications from './applications/applications.ts';
import configs from './configs/configs.ts';
import { connectorFactoriesServed, connectorsServed } from './connectors/connectors.ts';
import consent from './consent/consent.ts';
import emailTemplates from './email-templates/email-templates.ts';
import experience from './experience/experience.ts';
import type { Served } from './http/serve.ts';
import mailbox from './mailbox/mailbox.ts';
import me from './me/me.ts';
import resources from './resources/resources.ts';
import roles from './roles/roles.ts';
import signInExperience from './sign-in-experience/sign-in-experience.ts';
import tenantMembers from './tenants/members.ts';
import tenants from './tenants/tenants.ts';
import userAssets from './user-assets/user-assets.ts';
import users from './users/users.ts';
import verificationCodes from './verification-codes/verification-codes.ts';
import wellKnown, { cloudStatusServed, statusServed } from './well-known/well-known.ts';

export const allServed: Served[] = [
  applications,
  cloudStatusServed,
  configs,
  connectorFactoriesServed,
  connectorsServed,
  consent,
  emailTemplates,
  experience,
  mailbox,
  me,
  resources,
  roles,
  signInExperience,
  statusServed,
  tenantMembers,
  tenants,
  userAssets,
  verificationCodes,
  users,
  wellKnown,
];
