// The stored format of provider payloads: without the ID, of which the row keeps only the digest, and with secrets of a
// pending sign-in sealed (one-time tokens, TOTP keys).
import type { AdapterPayload } from 'oidc-provider';
import { resealText } from '../../infrastructure/vault/sealed-values.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';

export type PayloadForm = {
  toStored: (id: string, payload: AdapterPayload) => AdapterPayload;
  /** `id` is `undefined` if a session was found by its public uid. */
  fromStored: (id: string | undefined, stored: AdapterPayload) => AdapterPayload;
};

type Result = { mfa?: unknown; verificationRecords?: unknown; sealed?: string; provedUserIds?: string[] };
type Interaction = {
  returnTo: string;
  session?: { cookie?: string };
  params?: object;
  sealedParams?: string;
  deviceCode?: string;
  sealedDeviceCode?: string;
  result?: Result;
};
type DeviceCode = { jti?: string; userCode?: string; params?: object; sealedCode?: string };
type PushedRequest = { request?: string; sealedRequest?: string };

/** Replaces the interaction's ID in the stored resume URL. */
const idPlaceholder = '{id}';
const ownerOf = (tenantId: string) => ({ tenantId, column: 'oidc_model_instances.payload' });

/** Not sealed, so that a new password can also end sign-ins that verified the old one. */
const provedUserIds = (records: unknown): string[] =>
  ((records ?? []) as { userId?: string }[]).flatMap(({ userId }) => userId ?? []);

/** Seals the data an interaction has collected. Other fields stay readable for the statements that consume them. */
export const sealResult = (vault: Vault, tenantId: string, result: object): object => {
  const { mfa, verificationRecords, ...rest } = result as Result;
  if (mfa === undefined && verificationRecords === undefined) return result;
  return {
    ...rest,
    provedUserIds: provedUserIds(verificationRecords),
    sealed: vault.seal(ownerOf(tenantId), JSON.stringify({ mfa, verificationRecords })),
  };
};

const openResult = (vault: Vault, tenantId: string, result: Result): Result => {
  const { sealed, provedUserIds: _, ...rest } = result;
  return sealed ? { ...rest, ...(JSON.parse(vault.open(ownerOf(tenantId), sealed)) as Result) } : result;
};

const interactionForm = (vault: Vault, tenantId: string): PayloadForm => ({
  toStored: (id, payload) => {
    const { returnTo, session, params, deviceCode, result, ...rest } = payload as Interaction;
    const { cookie: _, ...known } = session ?? {};
    return {
      ...rest,
      returnTo: returnTo.replace(id, idPlaceholder),
      ...(session && { session: known }),
      ...(params && { sealedParams: vault.seal(ownerOf(tenantId), JSON.stringify(params)) }),
      ...(deviceCode && { sealedDeviceCode: vault.seal(ownerOf(tenantId), deviceCode) }),
      ...(result && { result: sealResult(vault, tenantId, result) }),
    } as AdapterPayload;
  },
  fromStored: (id, stored) => {
    const { returnTo, sealedParams, sealedDeviceCode, result, ...rest } = stored as unknown as Interaction;
    return {
      ...rest,
      returnTo: returnTo.replace(idPlaceholder, id ?? ''),
      ...(sealedParams && { params: JSON.parse(vault.open(ownerOf(tenantId), sealedParams)) as object }),
      ...(sealedDeviceCode && { deviceCode: vault.open(ownerOf(tenantId), sealedDeviceCode) }),
      ...(result && { result: openResult(vault, tenantId, result) }),
    } as AdapterPayload;
  },
});

const pushedRequestForm = (vault: Vault, tenantId: string): PayloadForm => ({
  toStored: (_id, payload) => {
    const { request = '', ...rest } = payload as PushedRequest;
    return { ...rest, sealedRequest: vault.seal(ownerOf(tenantId), request) } as AdapterPayload;
  },
  fromStored: (_id, stored) => {
    const { sealedRequest, ...rest } = stored as PushedRequest;
    return sealedRequest
      ? ({ ...rest, request: vault.open(ownerOf(tenantId), sealedRequest) } as AdapterPayload)
      : stored;
  },
});

/** It is found by its user code, too, and then has to be saved under its own ID. */
const deviceCodeForm = (vault: Vault, tenantId: string): PayloadForm => ({
  toStored: (jti, { jti: _, userCode, params, ...rest }) =>
    ({
      ...rest,
      sealedCode: vault.seal(ownerOf(tenantId), JSON.stringify({ jti, userCode, params })),
    }) as AdapterPayload,
  fromStored: (_id, stored) => {
    const { sealedCode = '', ...rest } = stored as DeviceCode;
    return { ...rest, ...(JSON.parse(vault.open(ownerOf(tenantId), sealedCode)) as DeviceCode) } as AdapterPayload;
  },
});

const plainForm: PayloadForm = { toStored: (_id, payload) => payload, fromStored: (_id, stored) => stored };

const withoutId = (form: PayloadForm): PayloadForm => ({
  toStored: (id, { jti: _, ...payload }) => form.toStored(id, payload),
  fromStored: (id, stored) => ({ ...form.fromStored(id, stored), ...(id !== undefined && { jti: id }) }),
});

/** A grant's ID authenticates nothing and stays in its payload. */
export const grantForm = plainForm;

export const payloadForm = (modelName: string, vault: Vault, tenantId: string): PayloadForm => {
  if (modelName === 'Grant') return grantForm;
  if (modelName === 'DeviceCode') return deviceCodeForm(vault, tenantId);
  if (modelName === 'Interaction') return withoutId(interactionForm(vault, tenantId));
  return withoutId(modelName === 'PushedAuthorizationRequest' ? pushedRequestForm(vault, tenantId) : plainForm);
};

/** The stored payload under the current key; `undefined` if there is nothing to do. */
export const resealPayload = (vault: Vault, tenantId: string, stored: unknown): object | undefined => {
  const reseal = (sealed: string | undefined) => sealed && resealText(vault, ownerOf(tenantId), sealed);
  const { result, ...fields } = stored as Interaction & PushedRequest & DeviceCode;
  const names = ['sealedParams', 'sealedDeviceCode', 'sealedRequest', 'sealedCode'] as const;
  const resealed = Object.fromEntries(
    names.flatMap((name) => {
      const value = reseal(fields[name]);
      return value ? [[name, value]] : [];
    }),
  );
  const ofResult = reseal(result?.sealed);
  if (!ofResult && Object.keys(resealed).length === 0) return undefined;
  return { ...(stored as object), ...resealed, ...(ofResult && { result: { ...result, sealed: ofResult } }) };
};
