// Finds SAML applications: for administrators, and with their keys for sign-ins.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readCertificates } from '@tessera/connectors/saml/certificates';
import type { Signer } from '@tessera/connectors/saml/sign-element';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';

type Db = Pick<Context, 'db'>;

const rowOf = ({ db }: Db, id: string) =>
  db
    .selectFrom('applications')
    .leftJoin('samlApplicationConfigs as config', 'config.applicationId', 'applications.id')
    .selectAll('config')
    .select(['applications.tenantId', 'id', 'name', 'description', 'type', 'customData', 'isThirdParty'])
    .select('applications.createdAt')
    .where('id', '=', id)
    .executeTakeFirst();

export const findSamlApplication = async (ctx: Db, id: string): Promise<SamlApplication> => {
  const row = await rowOf(ctx, id);
  if (!row) throw notFound(id);
  if (row.type !== 'SAML') throw new RequestError('application.saml.saml_application_only');
  // Rows match the contract; the table types only know JSON.
  return row as unknown as SamlApplication;
};

/** What is complete enough for a sign-in. */
export type ReadyApplication = SamlApplication & {
  entityId: string;
  acsUrl: NonNullable<SamlApplication['acsUrl']>;
};

export const requireReady = (application: SamlApplication): ReadyApplication => {
  const { entityId, acsUrl } = application;
  if (entityId === null) throw new RequestError('application.saml.entity_id_required');
  if (acsUrl === null) throw new RequestError('application.saml.acs_url_required');
  return { ...application, entityId, acsUrl };
};

/** The same, with answers sent to the URL that a request named. */
export const answeredAt = <A extends SamlApplication>(application: A, url: string | undefined): A => {
  const { acsUrl, otherAcsUrls } = application;
  if (url === undefined || url === acsUrl?.url) return application;
  if (!acsUrl || !otherAcsUrls.includes(url)) {
    throw new RequestError('application.saml.acs_url_mismatch', { reason: `received ${url}` });
  }
  return { ...application, acsUrl: { ...acsUrl, url } };
};

/** Outside of the Management API, another type is as unknown as no application. */
export const findPublicly = async (ctx: Db, id: string): Promise<SamlApplication> => {
  const row = await rowOf(ctx, id);
  if (row?.type !== 'SAML') throw new RequestError('entity.not_found');
  return row as unknown as SamlApplication;
};

/** The keys that may sign requests of the service provider. */
export const requestKeys = ({ signingCertificate }: SamlApplication): KeyObject[] =>
  signingCertificate === null ? [] : readCertificates(signingCertificate).map(({ publicKey }) => publicKey);

/** The active certificate with its key. */
export const signerOf = async ({ db }: Db, id: string): Promise<Signer> => {
  const row = await db
    .selectFrom('samlApplicationSecrets')
    .select(['privateKey', 'certificate'])
    .where('applicationId', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!row) throw new RequestError('application.saml.no_active_secret');
  return { privateKey: createPrivateKey(row.privateKey), certificate: row.certificate };
};
