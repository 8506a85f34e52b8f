// A tenant's own styles, HTML and UI. On an origin shared with the console or other tenants they could imitate those,
// so they are neither accepted nor shown there.
import { isDeepStrictEqual } from 'node:util';
import type { PublicSignInExperience } from '@tessera/contract/sign-in-experience';
import type { Addresses } from '../../addresses.ts';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type Ctx = RequestContext<{ addresses: Addresses }>;
type Markup = Pick<PublicSignInExperience, 'customCss' | 'customContent' | 'customUiAssets'>;

const details = 'TENANT_ENDPOINT is not set: tenants have no origin of their own.';
const none: Markup = { customCss: null, customContent: {}, customUiAssets: null };
const fields = Object.keys(none) as (keyof Markup)[];

export const withoutMarkup = (experience: PublicSignInExperience): PublicSignInExperience => ({
  ...experience,
  ...none,
});

export const requireOwnOrigin = ({ services, tenantId }: Pick<Ctx, 'services' | 'tenantId'>) => {
  if (!services.addresses.hasOwnOrigin(tenantId)) throw new RequestError('request.feature_not_supported', { details });
};

const isFilled = (value: unknown) => Boolean(value) && Object.keys(value as object).length > 0;

/** Existing markup can be removed, and sent back unchanged with the rest of a form. */
export const checkMarkup = async (
  ctx: Ctx,
  sent: { [Name in keyof Markup]?: unknown },
  stored: () => Promise<object | undefined>,
) => {
  const filled = fields.filter((field) => isFilled(sent[field]));
  if (filled.length === 0 || ctx.services.addresses.hasOwnOrigin(ctx.tenantId)) return;
  const before: { [Name in keyof Markup]?: unknown } = (await stored()) ?? {};
  if (filled.some((field) => !isDeepStrictEqual(sent[field], before[field]))) requireOwnOrigin(ctx);
};
