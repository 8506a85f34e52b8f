// Signing certificates of SAML applications. At most one is active; others wait for service providers to trust them.
import { X509Certificate } from 'node:crypto';
import { alternativeName, writeCertificate } from '@tessera/connectors/certificate';
import { fingerprintsOf } from '@tessera/connectors/saml/certificates';
import type { SamlCertificate } from '@tessera/contract/saml-applications';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { SamlApplicationSecretsTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { findSamlApplication } from './find.ts';

/** As strong as AES-128, and twice as fast as the next common size. */
const keySize = 3072;
export const firstLifeSpanInYears = 3;
/** All of them are published. */
const mostCertificates = 10;

type Row = Pick<Selectable<SamlApplicationSecretsTable>, 'active' | 'certificate' | 'createdAt' | 'expiresAt' | 'id'>;

const describe = ({ id, certificate, createdAt, expiresAt, active }: Row): SamlCertificate => {
  const fingerprints = fingerprintsOf(new X509Certificate(certificate));
  return { id, certificate, createdAt, expiresAt, active, fingerprints };
};

const yearsFrom = (at: number, years: number): Date => {
  const end = new Date(at);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
};

/** Made before the transaction begins, since it takes long. */
export const newKey = async ({ services, tenantId }: Context, lifeSpanInYears: number) => {
  const { privateKey, publicKey } = await services.keyPairs.rsa(tenantId, keySize);
  const { hostname } = new URL(services.addresses.tenant(tenantId));
  const now = services.clock.now();
  const validUntil = yearsFrom(now, lifeSpanInYears);
  const certificate = writeCertificate(
    {
      serialNumber: random.bytes(16),
      ...{ subject: hostname, issuer: hostname, extension: alternativeName(hostname) },
      // Clocks of service providers may be behind.
      ...{ validFrom: new Date(now - 86_400_000), validUntil },
    },
    publicKey,
    privateKey,
  );
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { id: random.id(), privateKey: pem, certificate, expiresAt: validUntil };
};

type ById = { params: { id: string } };
type BySecret = { params: { id: string; secretId: string } };

/** Locked, so that of two concurrent activations the second sees the first. */
const lockOf = async ({ change }: Context, id: string): Promise<Row[]> => {
  const tx = await change.transaction();
  // The application, too, since a certificate may be added.
  await tx.selectFrom('applications').select('id').where('id', '=', id).forUpdate().execute();
  return tx
    .selectFrom('samlApplicationSecrets')
    .select(['id', 'certificate', 'createdAt', 'expiresAt', 'active'])
    .where('applicationId', '=', id)
    .execute();
};

const findIn = (rows: Row[], id: string): Row => {
  const found = rows.find((row) => row.id === id);
  if (!found) throw notFound(id);
  return found;
};

const setActive = async ({ change }: Context, id: string, active: boolean) => {
  const row = await change.update('samlApplicationSecrets', { id }, { active });
  if (!row) throw notFound(id);
  return row;
};

export const certificateHandlers = {
  listCertificates: async (ctx: Context, { params: { id } }: ById) => {
    await findSamlApplication(ctx, id);
    const rows = await ctx.db
      .selectFrom('samlApplicationSecrets')
      .select(['id', 'certificate', 'createdAt', 'expiresAt', 'active'])
      .where('applicationId', '=', id)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(describe);
  },

  createCertificate: async (ctx: Context, { params: { id }, body }: ById & { body: { lifeSpanInYears: number } }) => {
    await findSamlApplication(ctx, id);
    const key = await newKey(ctx, body.lifeSpanInYears);
    if ((await lockOf(ctx, id)).length >= mostCertificates) {
      throw new RequestError('application.saml.certificate_limit');
    }
    return describe(await ctx.change.insert('samlApplicationSecrets', { ...key, applicationId: id, active: false }));
  },

  updateCertificate: async (
    ctx: Context,
    { params: { id, secretId }, body }: BySecret & { body: { active: boolean } },
  ) => {
    await findSamlApplication(ctx, id);
    const rows = await lockOf(ctx, id);
    const row = findIn(rows, secretId);
    if (row.active === body.active) return describe(row);
    const active = rows.find((one) => one.active);
    if (body.active && active) await setActive(ctx, active.id, false);
    return describe(await setActive(ctx, secretId, body.active));
  },

  removeCertificate: async (ctx: Context, { params: { id, secretId } }: BySecret) => {
    await findSamlApplication(ctx, id);
    if (findIn(await lockOf(ctx, id), secretId).active) {
      throw new RequestError('application.saml.can_not_delete_active_secret');
    }
    await ctx.change.remove('samlApplicationSecrets', { id: secretId });
  },
};
