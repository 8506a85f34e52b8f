// Connectors offered on the sign-in pages: social ones in the tenant's order, and enterprise SSO.
import type { PublicSignInExperience, SignInExperience } from '@tessera/contract/sign-in-experience';
import { ssoProviderText } from '@tessera/phrases/sso-connectors';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { readConfig } from '../connectors/config.ts';
import { describeFactory, type Factories } from '../connectors/factories.ts';
import { ownFacts } from '../connectors/social-rules.ts';
import { isConfigured } from '../sso-connectors/usable.ts';

type Offered = Pick<PublicSignInExperience, 'socialConnectors' | 'ssoConnectors' | 'googleOneTap'>;
type Rules = Pick<SignInExperience, 'socialSignInConnectorTargets' | 'singleSignOnEnabled'>;

const socialConnectors = async (db: Database, factories: Factories, targets: readonly string[]) => {
  const rows = await db
    .selectFrom('connectors')
    .selectAll()
    .where('type', '=', 'Social')
    .orderBy('createdAt')
    .execute();
  const known = rows.flatMap((row) => {
    const factory = factories.find(row.connectorId);
    return factory?.type === 'Social' ? [{ row, factory }] : [];
  });
  return targets.flatMap((target) => known.filter(({ row }) => row.target === target));
};

export const offeredConnectors = async (
  db: Database,
  factories: Factories,
  { socialSignInConnectorTargets: targets, singleSignOnEnabled }: Rules,
  needsVerifiedDomains: boolean,
): Promise<Offered> => {
  const social = await socialConnectors(db, factories, targets);
  const routed = db
    .selectFrom('ssoConnectorDomains')
    .select('ssoConnectorId')
    .$if(needsVerifiedDomains, (query) => query.where('verifiedAt', 'is not', null));
  const companies = singleSignOnEnabled
    ? await db
        .selectFrom('ssoConnectors')
        .selectAll()
        .where('id', 'in', routed)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
    : [];
  const [oneTap] = social.flatMap(({ row, factory }) => {
    const config = readConfig(factory, row.config);
    const settings = config && factory.oneTap?.(config);
    return settings ? [{ isEnabled: true, connectorId: row.id, ...settings }] : [];
  });
  return {
    socialConnectors: social.map(({ row, factory }) => {
      const { name, logo, logoDark } = { ...describeFactory(factory, []), ...ownFacts(row, factory) };
      const { platform, isStandard = false } = factory;
      return { id: row.id, target: row.target ?? factory.target, platform, name, logo, logoDark, isStandard };
    }),
    ssoConnectors: companies.filter(isConfigured).map(({ id, providerName, branding }) => {
      const { displayName, logo, darkLogo } = branding as Record<
        'displayName' | 'logo' | 'darkLogo',
        string | undefined
      >;
      return {
        id,
        // The connector's own name often is that of a customer, and everyone can read this.
        connectorName: displayName || ssoProviderText(providerName, 'name', []),
        ...(logo && { logo }),
        ...(darkLogo && { darkLogo }),
      };
    }),
    ...(oneTap && { googleOneTap: oneTap }),
  };
};
