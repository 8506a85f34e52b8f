// The settings that the document of an application decides. All others belong to the administrator.

export type DescribedSettings = {
  name: string;
  oidcClientMetadata?: { redirectUris?: readonly string[]; postLogoutRedirectUris?: readonly string[] } | undefined;
  customClientMetadata?: { grantTypes?: readonly string[] | undefined } | undefined;
};

const valuesOf = ({ name, oidcClientMetadata: oidc = {}, customClientMetadata: custom = {} }: DescribedSettings) => ({
  name: [name],
  'oidcClientMetadata.redirectUris': oidc.redirectUris,
  'oidcClientMetadata.postLogoutRedirectUris': oidc.postLogoutRedirectUris,
  'customClientMetadata.grantTypes': custom.grantTypes,
});

const isSame = (one: readonly string[] = [], other: readonly string[] = []) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The paths of the fields that differ. */
export const changedFields = (before: DescribedSettings, after: DescribedSettings): string[] => {
  const values = valuesOf(after);
  return Object.entries(valuesOf(before)).flatMap(([path, value]) =>
    isSame(value, values[path as keyof typeof values]) ? [] : [path],
  );
};
