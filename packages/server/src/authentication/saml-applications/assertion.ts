// What an assertion says about a user: the name ID, and the mapped claims as attributes.
import type { Attribute, Subject } from '@tessera/connectors/saml/write-assertion';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { type SamlClaim, samlClaims, scopeOfClaim } from '@tessera/contract/saml-words';
import { wireScope } from '@tessera/contract/user-scopes';
import { findAccount } from '../../authorization/oidc/account.ts';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';

type Ctx = Pick<Context, 'db' | 'services'>;
type Config = Pick<SamlApplication, 'attributeMapping' | 'nameIdFormat'>;
type Claims = Record<string, unknown>;

const usual: SamlApplication['attributeMapping'] = { sub: 'sub', email: 'email', name: 'name' };
const mappingOf = ({ attributeMapping }: Config) =>
  Object.keys(attributeMapping).length > 0 ? attributeMapping : usual;

/** The scopes that own the claims of the assertion. */
export const scopesOf = ({ services: { wire } }: Pick<Ctx, 'services'>, config: Config): string[] => {
  const mapped = (Object.keys(mappingOf(config)) as SamlClaim[]).map(scopeOfClaim);
  const ofNameId = config.nameIdFormat.endsWith(':emailAddress') ? ['email'] : [];
  return [...new Set(['openid', 'profile', ...ofNameId, ...mapped])].map((scope) => wireScope(wire, scope));
};

const nameIdOf = ({ nameIdFormat }: Config, claims: Claims): string => {
  if (nameIdFormat.endsWith(':transient')) return `_${random.secret()}`;
  if (!nameIdFormat.endsWith(':emailAddress')) return String(claims.sub);
  if (typeof claims.email !== 'string') throw new RequestError('application.saml.missing_email_address');
  if (claims.email_verified !== true) throw new RequestError('application.saml.email_address_unverified');
  return claims.email;
};

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A list of texts has several values; other lists and objects are written as JSON. */
const valuesOf = (value: unknown): string[] => {
  if (value === null || value === undefined || value === '') return [];
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isTexts ? value : [textOf(value)];
};

/** In the order of the claims, without those that the user lacks. */
const attributesOf = (config: Config, claims: Claims): Attribute[] => {
  const mapping = mappingOf(config);
  return samlClaims.flatMap((claim) => {
    const name = mapping[claim];
    const values = valuesOf(claims[claim]);
    return name !== undefined && values.length > 0 ? [{ name, values }] : [];
  });
};

/** Undefined if nothing may be issued for the user. */
export const subjectOf = async (ctx: Ctx, config: Config, userId: string): Promise<Subject | undefined> => {
  const account = await findAccount(ctx.db, ctx.services.wire, userId);
  if (!account) return undefined;
  const claims = (await account.claims('userinfo', scopesOf(ctx, config).join(' '), {}, [])) as Claims;
  const { nameIdFormat } = config;
  return { nameId: nameIdOf(config, claims), nameIdFormat, attributes: attributesOf(config, claims) };
};
