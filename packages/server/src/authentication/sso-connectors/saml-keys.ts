// The key of this service provider at a SAML connector, made when first needed: for signed requests and for assertions
// that the identity provider encrypts.
import { alternativeName, writeCertificate } from '@tessera/connectors/certificate';
import type { ServiceProviderKey } from '@tessera/connectors/sso/sso-provider';
import type { Context } from '../../context.ts';
import { random } from '../../random.ts';

const yearMs = 365 * 86_400_000;

type Ctx = Pick<Context, 'db' | 'services' | 'tenantId'>;

const storedKey = ({ db }: Ctx, connectorId: string): Promise<ServiceProviderKey | undefined> =>
  db
    .selectFrom('samlServiceProviderKeys')
    .select(['privateKey', 'certificate'])
    .where('connectorId', '=', connectorId)
    .executeTakeFirst();

const makeKey = async (ctx: Ctx, connectorId: string): Promise<ServiceProviderKey> => {
  const { privateKey, publicKey } = await ctx.services.keyPairs.rsa(ctx.tenantId, 2048);
  const { hostname } = new URL(ctx.services.addresses.tenant(ctx.tenantId));
  const now = ctx.services.clock.now();
  const certificate = writeCertificate(
    {
      serialNumber: Buffer.from(random.id()).subarray(0, 16),
      ...{ subject: hostname, issuer: hostname, extension: alternativeName(hostname) },
      // Identity providers compare the key; a certificate that expires early would only stop sign-ins.
      ...{ validFrom: new Date(now - 86_400_000), validUntil: new Date(now + 10 * yearMs) },
    },
    publicKey,
    privateKey,
  );
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  // Another node may have been faster; its key counts.
  await ctx.db
    .insertInto('samlServiceProviderKeys')
    .values({ connectorId, privateKey: pem, certificate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await storedKey(ctx, connectorId)) ?? { privateKey: pem, certificate };
};

export const serviceProviderKey = async (ctx: Ctx, connectorId: string): Promise<ServiceProviderKey> =>
  (await storedKey(ctx, connectorId)) ??
  ctx.services.keyPairs.once(`${ctx.tenantId}/${connectorId}`, () => makeKey(ctx, connectorId));
