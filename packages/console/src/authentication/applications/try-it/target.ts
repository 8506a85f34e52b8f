// What a test asks for, as chosen in the form.
export type Target = {
  scopes: string[];
  /** Indicator of an API resource. */
  resource: string | undefined;
  organizationId: string | undefined;
};

export const noTarget: Target = { scopes: [], resource: undefined, organizationId: undefined };

/** The body of the request, without what was not chosen. */
export const bodyOf = ({ scopes, resource, organizationId }: Target) => ({
  scopes,
  ...(resource !== undefined && { resource }),
  ...(organizationId !== undefined && { organizationId }),
});
