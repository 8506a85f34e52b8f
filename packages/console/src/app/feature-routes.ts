// The complete route tree, loaded after the first screen or with any other. Each feature exports its routes and adds one
// line here. The tree is built in place: a router created before must read it again.
import { applicationRoutes } from '../authentication/applications/routes.tsx';
import { connectorRoutes } from '../authentication/connectors/routes.tsx';
import { guideRoutes } from '../authentication/guides/routes.tsx';
import { mailboxRoutes } from '../authentication/mailbox/routes.tsx';
import { messageTemplateRoutes } from '../authentication/message-templates/routes.tsx';
import { mfaRoutes } from '../authentication/mfa/routes.tsx';
import { securityRoutes } from '../authentication/security/routes.tsx';
import { signInExperienceRoutes } from '../authentication/sign-in-experience/routes.tsx';
import { ssoConnectorRoutes } from '../authentication/sso-connectors/routes.tsx';
import { ssoSetupRoute } from '../authentication/sso-connectors/setup/routes.tsx';
import { organizationTemplateRoutes } from '../authorization/organization-template/routes.tsx';
import { resourceRoutes } from '../authorization/resources/routes.tsx';
import { roleRoutes } from '../authorization/roles/routes.tsx';
import { apiReferenceRoutes } from '../developer-tools/api-reference/routes.tsx';
import { auditLogRoutes } from '../developer-tools/audit-logs/routes.tsx';
import { customJwtRoutes } from '../developer-tools/custom-jwt/routes.tsx';
import { signingKeyRoutes } from '../developer-tools/signing-keys/routes.tsx';
import { webhookRoutes } from '../developer-tools/webhooks/routes.tsx';
import { dashboardRoutes } from '../platform/dashboard/routes.tsx';
import { getStartedRoutes } from '../platform/get-started/routes.tsx';
import { profileRoutes } from '../platform/profile/routes.tsx';
import { homeRoute } from '../platform/tenants/routes.tsx';
import { welcomeRoute } from '../platform/welcome/routes.tsx';
import { accountCenterRoutes } from '../user-management/account-center/routes.tsx';
import { organizationRoutes } from '../user-management/organizations/routes.tsx';
import { userBulkActionRoutes } from '../user-management/user-bulk-actions/routes.tsx';
import { userImportRoutes } from '../user-management/user-imports/routes.tsx';
import { userRoutes } from '../user-management/users/routes.tsx';
import { layoutRoute, rootRoute, signedInRoute, unknownRoute } from './branches.tsx';
import { callbackRoute } from './callback.ts';
import { importErrorRoute } from './import-error.ts';
import { landingRoutes } from './landing.ts';

export const routeTree = rootRoute.addChildren([
  callbackRoute,
  welcomeRoute,
  ...landingRoutes,
  importErrorRoute,
  ssoSetupRoute,
  signedInRoute.addChildren([
    profileRoutes,
    layoutRoute.addChildren([
      homeRoute,
      ...getStartedRoutes,
      ...dashboardRoutes,
      ...applicationRoutes,
      ...guideRoutes,
      ...signInExperienceRoutes,
      ...mfaRoutes,
      ...connectorRoutes,
      ...messageTemplateRoutes,
      ...ssoConnectorRoutes,
      ...securityRoutes,
      ...resourceRoutes,
      ...roleRoutes,
      ...organizationTemplateRoutes,
      ...organizationRoutes,
      ...userBulkActionRoutes,
      ...userImportRoutes,
      ...userRoutes,
      ...accountCenterRoutes,
      ...signingKeyRoutes,
      ...customJwtRoutes,
      ...webhookRoutes,
      ...auditLogRoutes,
      ...mailboxRoutes,
      ...apiReferenceRoutes,
      unknownRoute,
    ]),
  ]),
]);
