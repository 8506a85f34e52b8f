// The part of samlify that is used. Its own types would declare browser globals for all tests.
declare module 'samlify/build/index.js' {
  type Tags = Record<string, string | undefined>;
  export type ServiceProvider = {
    entityMeta: { getEntityID: () => string; getAssertionConsumerService: (binding: string) => string };
  };
  type Options = { customTagReplacement: (template: string) => { id: string; context: string } };
  export type IdentityProvider = {
    getMetadata: () => string;
    createLoginResponse: (
      sp: ServiceProvider,
      request: object,
      binding: 'post',
      user: object,
      options: Options,
    ) => Promise<{ context: string }>;
    parseLoginRequest: (
      sp: ServiceProvider,
      binding: 'redirect' | 'post',
      request: object,
    ) => Promise<{ extract: { request: { id: string } } }>;
  };
  const samlify: {
    setSchemaValidator: (validator: { validate: (xml: string) => Promise<string> }) => void;
    IdentityProvider: (options: object) => IdentityProvider;
    ServiceProvider: (options: object) => ServiceProvider;
    SamlLib: {
      defaultLoginResponseTemplate: { context: string };
      replaceTagsByValue: (template: string, tags: Tags) => string;
    };
  };
  export default samlify;
}
