// Who else the sign-in pages offer to sign in with: social providers in the tenant's order, and companies.
import type { PublicSignInExperience, SignInExperience } from '@tessera/contract/sign-in-experience';
import { describeFactory, type Factories } from '../connectors/factories.ts';
import { ownFacts } from '../connectors/social-rules.ts';
import type { Database } from '../database/tenant-database.ts';
import { isUsable } from '../sso-connectors/find.ts';

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
): Promise<Offered> => {
  const social = await socialConnectors(db, factories, targets);
  const companies = singleSignOnEnabled
    ? await db.selectFrom('ssoConnectors').selectAll().orderBy('createdAt').orderBy('id').execute()
    : [];
  const [oneTap] = social.flatMap(({ row, factory }) => {
    const settings = factory.oneTap?.(row.config);
    return settings ? [{ isEnabled: true, connectorId: row.id, ...settings }] : [];
  });
  return {
    socialConnectors: social.map(({ row, factory }) => {
      const { name, logo, logoDark } = { ...describeFactory(factory, []), ...ownFacts(row, factory) };
      const { platform, isStandard = false } = factory;
      return { id: row.id, target: row.target ?? factory.target, platform, name, logo, logoDark, isStandard };
    }),
    ssoConnectors: companies.filter(isUsable).map(({ id, connectorName, branding }) => {
      const { displayName, logo, darkLogo } = branding as Record<
        'displayName' | 'logo' | 'darkLogo',
        string | undefined
      >;
      return {
        id,
        connectorName: displayName || connectorName,
        ...(logo && { logo }),
        ...(darkLogo && { darkLogo }),
      };
    }),
    ...(oneTap && { googleOneTap: oneTap }),
  };
};
