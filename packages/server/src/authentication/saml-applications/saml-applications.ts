// SAML application handlers.
import type { X509Certificate } from 'node:crypto';
import { readCertificates } from '@tessera/connectors/saml/certificates';
import { readServiceProvider } from '@tessera/connectors/saml/metadata';
import { SamlError } from '@tessera/connectors/saml/saml-error';
import { writeAssertion } from '@tessera/connectors/saml/write-assertion';
import {
  mostAcsIndexes,
  mostOtherAcsUrls,
  type SamlApplication,
  type ServiceProvider,
  samlApplications,
} from '@tessera/contract/saml-applications';
import { nameIdFormats, postBinding } from '@tessera/contract/saml-words';
import type { Context } from '../../context.ts';
import { invalidField, notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { requireUser } from '../../user-management/users/find-user.ts';
import { noMetadata } from '../applications/find-application.ts';
import { subjectOf } from './assertion.ts';
import { certificateHandlers, firstLifeSpanInYears, newKey } from './certificates.ts';
import { findSamlApplication, requireReady } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';

type Sent = { [K in keyof Omit<SamlApplication, 'id' | 'type'>]?: SamlApplication[K] | undefined };

const isRsa = ({ publicKey }: X509Certificate) => publicKey.asymmetricKeyType === 'rsa';

const requireCertificates = (
  text: string | null | undefined,
  path: string[],
  isUsable: (one: X509Certificate) => boolean = () => true,
) => {
  if (text === null || text === undefined) return;
  try {
    if (readCertificates(text).every(isUsable)) return;
  } catch {}
  throw invalidField(path, 'rules.certificate');
};

const checkConfig = ({ acsUrl, encryption, signingCertificate }: Sent) => {
  if (acsUrl && acsUrl.binding !== postBinding) {
    throw new RequestError('application.saml.acs_url_binding_not_supported');
  }
  // Other keys can't encrypt.
  requireCertificates(encryption?.certificate, ['encryption', 'certificate'], isRsa);
  requireCertificates(signingCertificate, ['signingCertificate']);
};

/** The fields of the application and of its configuration. */
const partsOf = ({ name, description, customData, ...config }: Sent) => ({
  own: Object.fromEntries(Object.entries({ name, description, customData }).filter(([, value]) => value !== undefined)),
  config,
});

const metadataFrom = async ({ services, log }: Context, url: string): Promise<string> => {
  try {
    const { status, body } = await services.outbound.fetch(url, {
      headers: { accept: 'application/samlmetadata+xml, text/xml, */*' },
    });
    if (status !== 200) throw new Error(`status ${status}`);
    return Buffer.from(body).toString();
  } catch (error) {
    log.info({ err: error }, 'the metadata of a service provider could not be loaded');
    throw new RequestError('application.saml.service_provider_metadata_unreachable');
  }
};

const describe = (xml: string): ServiceProvider => {
  const found = readServiceProvider(xml);
  const pem = (list: X509Certificate[]) => list.map(String).join('') || null;
  const { assertionConsumerServices, signingCertificates, encryptionCertificates } = found;
  const [url, ...otherAcsUrls] = new Set(assertionConsumerServices.map((service) => service.url));
  const numbered = assertionConsumerServices.flatMap((one) =>
    one.index === undefined ? [] : [{ index: one.index, url: one.url }],
  );
  // Any index leads to the only URL.
  const indexes = otherAcsUrls.length > 0 && numbered.length > 0 ? numbered.slice(0, mostAcsIndexes) : undefined;
  return {
    entityId: found.entityId,
    acsUrl: url === undefined ? null : { binding: postBinding, url, ...(indexes && { indexes }) },
    otherAcsUrls: otherAcsUrls.slice(0, mostOtherAcsUrls),
    singleLogoutUrl: found.singleLogout ?? null,
    signingCertificate: pem(signingCertificates),
    signsRequests: found.signsRequests,
    encryptionCertificate: pem(encryptionCertificates.filter(isRsa).slice(0, 1)),
    nameIdFormat: nameIdFormats.find((format) => found.nameIdFormats.includes(format)) ?? null,
  };
};

export default serve(samlApplications, {
  ...certificateHandlers,

  create: async (ctx, { body }) => {
    checkConfig(body);
    const key = await newKey(ctx, firstLifeSpanInYears);
    await ctx.quota('samlApplicationsLimit');
    const { own, config } = partsOf(body);
    const row = await ctx.change.insert('applications', {
      ...{ id: random.id(), type: 'SAML', isThirdParty: false, description: null, customData: {}, ...own },
      ...{ name: body.name, oidcClientMetadata: noMetadata, customClientMetadata: {} },
    });
    await ctx.change.insert('samlApplicationConfigs', { ...config, applicationId: row.id }, ['applicationId']);
    await ctx.change.insert('samlApplicationSecrets', { ...key, applicationId: row.id, active: true });
    return findSamlApplication({ db: await ctx.change.transaction() }, row.id);
  },

  get: (ctx, { params: { id } }) => findSamlApplication(ctx, id),

  update: async (ctx, { params: { id }, body }) => {
    await findSamlApplication(ctx, id);
    checkConfig(body);
    const { own, config } = partsOf(body);
    if (!(await ctx.change.update('applications', { id }, own))) throw notFound(id);
    await ctx.change.update('samlApplicationConfigs', { applicationId: id }, config);
    return findSamlApplication({ db: await ctx.change.transaction() }, id);
  },

  remove: async (ctx, { params: { id } }) => {
    await findSamlApplication(ctx, id);
    if (!(await ctx.change.remove('applications', { id }))) throw notFound(id);
  },

  previewAssertion: async (ctx, { params: { id }, body: { userId } }) => {
    const application = requireReady(await findSamlApplication(ctx, id));
    await requireUser(ctx, userId);
    const subject = await subjectOf(ctx, application, userId);
    if (!subject) throw new RequestError('user.suspended');
    const now = ctx.services.clock.now();
    const { before, after } = writeAssertion({
      ...{ ...subject, id: '_preview', sessionIndex: '_preview', requestId: '_preview', signedInAt: now, now },
      issuer: identityProviderOf(ctx.services.addresses.tenant(ctx.tenantId), id).entityId,
      ...{ audience: application.entityId, recipient: application.acsUrl.url },
    });
    const { nameId, nameIdFormat, attributes } = subject;
    return {
      nameId,
      nameIdFormat: nameIdFormat as SamlApplication['nameIdFormat'],
      attributes,
      assertion: before + after,
    };
  },

  readServiceProvider: async (ctx, { body }) => {
    const xml = 'url' in body ? await metadataFrom(ctx, body.url) : body.metadata;
    try {
      return describe(xml);
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      throw new RequestError('application.saml.service_provider_metadata_invalid', { data: { reason: error.message } });
    }
  },
});
