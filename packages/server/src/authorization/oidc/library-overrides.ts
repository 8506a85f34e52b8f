// Every use of oidc-provider beyond its configuration. Methods are overridden only through this file, which refuses to
// start if a method is missing or takes other parameters; the test compares digests of the source, so that a library
// upgrade that changes one of them is reviewed.
import type Provider from 'oidc-provider';
import type { Adapter } from 'oidc-provider';

type Owner = Record<string, unknown>;
type Overridden = {
  /** Where the library defines it; classes are created per provider. */
  owner: (provider: Provider) => object;
  member: string;
  /** `undefined` for a getter. */
  parameters: number | undefined;
  /** Digest of its source text, see `digestOfSource`. */
  digest: string;
  usedBy: string;
  /** Review instructions for a changed digest. */
  review: string;
};

export const overriddenMethods = {
  'Client#compareClientSecret': {
    owner: ({ Client }) => (Client as unknown as { prototype: object }).prototype,
    member: 'compareClientSecret',
    parameters: 1,
    digest: '6ZUNZENZUWf_TvPi',
    usedBy: 'authorization/oidc/named-secrets.ts',
    review: 'It must still be the only comparison of a client secret, and its callers must await the answer.',
  },
  'Client#backchannelLogout': {
    owner: ({ Client }) => (Client as unknown as { prototype: object }).prototype,
    member: 'backchannelLogout',
    parameters: 2,
    digest: '5r5F0XXoGbF_up9w',
    usedBy: 'authorization/oidc/backchannel-logout.ts',
    review: 'The job calls it later with the user id and the session id; it must need nothing of the request.',
  },
  'Client#redirectUriAllowed': {
    owner: ({ Client }) => (Client as unknown as { prototype: object }).prototype,
    member: 'redirectUriAllowed',
    parameters: 1,
    digest: 'mmvZ2dZg9uXUiibu',
    usedBy: 'authorization/oidc/test-redirects.ts',
    review: 'Every check of a redirect URI must pass it, within the context of the request.',
  },
  'Client.Schema#redirectUris': {
    owner: ({ Client }) => (Client as unknown as { Schema: { prototype: object } }).Schema.prototype,
    member: 'redirectUris',
    parameters: 0,
    digest: 'JvmqgfI8Q7UCiA-J',
    usedBy: 'authorization/oidc/private-use-schemes.ts',
    review: 'It must take the URIs and their name, and read nothing but application_type of the client.',
  },
  'Client.find': {
    owner: ({ Client }) => Client,
    member: 'find',
    parameters: 1,
    digest: 'kaegaaLj-o89UTa-',
    usedBy: 'authorization/oidc/remembered-clients.ts',
    review: 'Clients that are remembered skip it: it must not check anything that changes while the metadata stays.',
  },
  'AccessToken#save': {
    owner: ({ AccessToken }) => AccessToken.prototype,
    member: 'save',
    parameters: 0,
    digest: 'f8KTNvHQz1bvMrpp',
    usedBy: 'authorization/oidc/id-tokens.ts',
    review: 'It must return the value that the client gets.',
  },
  'IdToken#issue': {
    owner: ({ IdToken }) => IdToken.prototype,
    member: 'issue',
    parameters: 0,
    digest: 'W7Itp3bZ5Mew15Qm',
    usedBy: 'authorization/oidc/id-tokens.ts',
    review: 'It is replaced for ID tokens: repeat new claims and headers.',
  },
  'IdToken.validate': {
    owner: ({ IdToken }) => IdToken,
    member: 'validate',
    parameters: 2,
    digest: '4fBdG4-iKufM1Y6N',
    usedBy: 'authorization/oidc/id-tokens.ts',
    review: 'It must read nothing of the client but clientId and idTokenSignedResponseAlg, and verify with all keys.',
  },
  'Session#save': {
    owner: ({ Session }) => Session.prototype,
    member: 'save',
    parameters: 1,
    digest: 'GVXFpPhUzalKWDtp',
    usedBy: 'authorization/oidc/session-renewal.ts',
    review: 'Without oldId it must store the session under its new ID and delete nothing.',
  },
  'Grant.find': {
    owner: ({ Grant }) => Grant,
    member: 'find',
    parameters: 1,
    digest: 'vpggbuYXCO4XvWov',
    usedBy: 'authorization/oidc/withdrawn-scopes.ts',
    review: 'Every reading of a grant must pass it, and its second argument must be passed on.',
  },
  'Grant#adapter': {
    owner: ({ Grant }) => Grant.prototype,
    member: 'adapter',
    parameters: undefined,
    digest: 'sTTSTX7sB6ZDKd46',
    usedBy: 'authentication/consent/grants.ts',
    review: 'Grant#save must write through this getter of the instance, so that a consent is part of its transaction.',
  },
} as const satisfies Record<string, Overridden>;

/** Source files of the library that are reimplemented or relied on beyond its documentation. */
export const reliedOnSources: Record<string, { digest: string; usedBy: string; review: string }> = {
  'actions/grants/client_credentials.js': {
    digest: 'bHwyZOOHiG5AgdJp',
    usedBy: 'authorization/oidc/grants/client-credentials.ts, authorization/oidc/machine-token.ts',
    review: 'Both replace this grant: repeat new checks and new fields of the answer.',
  },
  'actions/grants/refresh_token.js': {
    digest: 'iB9Bsn5yGWDTjcWl',
    usedBy: 'authorization/oidc/grants/refresh-token.ts, authorization/oidc/grants/rotation.ts',
    review: 'They replace this grant: repeat new checks, and new properties of the next token.',
  },
  'actions/token.js': {
    digest: '0vGoRexcIWYm9L-H',
    usedBy: 'authorization/oidc/machine-token.ts',
    review: 'Plain client_credentials requests skip it: repeat new checks and headers.',
  },
  'shared/client_auth.js': {
    digest: '6ArvWn8VX_gtNp1b',
    usedBy: 'authorization/oidc/machine-token.ts, authorization/oidc/named-secrets.ts',
    review: 'Plain client_credentials requests skip it, and all others must reach compareClientSecret.',
  },
  'shared/selective_body.js': {
    digest: 'b0gEEfvTQzLNAlf2',
    usedBy: 'authorization/oidc/token-body.ts, authorization/oidc/machine-token.ts',
    review: 'A body that was read already must still be taken from request.body.',
  },
  'actions/authorization/resume.js': {
    digest: 'jkxfXYQ-yJa81Br5',
    usedBy: 'authorization/oidc/cookies.ts, authentication/experience/interaction.ts',
    review: 'It must read the resume cookie, and the result and lastSubmission that interaction.ts writes.',
  },
  'actions/introspection.js': {
    digest: '9Yn9-Phn-ChtYDiM',
    usedBy: 'authorization/oidc/withdrawn-scopes.ts',
    review: 'The scope of an active token must still be in the body, where it is narrowed.',
  },
  'helpers/interaction_policy/prompts/consent.js': {
    digest: 'JmvLwV9MIbYZpgtu',
    usedBy: 'authorization/oidc/first-party-consent.ts',
    review: 'Every check is bypassed for applications of the tenant itself: a new one must be safe to bypass.',
  },
  'actions/registration.js': {
    digest: 'xUmKjeokFahwZg3S',
    usedBy: 'authorization/oidc/registration.ts',
    review: 'It must call idFactory before it reads the body, and store the client through the adapter.',
  },
  'actions/code_verification.js': {
    digest: 'oqwST0pPOmQho-XI',
    usedBy: 'authorization/oidc/device-pages.ts, authorization/oidc/model-store.ts',
    review: 'The forms send xsrf, user_code, confirm and abort, and every step is saved before it counts.',
  },
  'actions/authorization/device.js': {
    digest: '8NjxlAWKvqMpQiIy',
    usedBy: 'authorization/oidc/model-store.ts',
    review: 'A code is decided by accountId or error, which the conditional write relies on.',
  },
  'helpers/re_render_errors.js': {
    digest: 'ftmaDgraR86PSsy0',
    usedBy: 'authorization/oidc/device-pages.ts',
    review: 'The names of its errors choose the text on the page.',
  },
  'helpers/grants.js': {
    digest: 'kDvg42nTmFqC_ZRt',
    usedBy: 'authorization/oidc/grants/proof.ts',
    review: 'Its functions are experimental: they must take the provider and the context, and throw for a bad proof.',
  },
  'models/device_code.js': {
    digest: 'x0kCliGRjFBTrYsa',
    usedBy: 'authorization/oidc/stored-payload.ts',
    review: 'New fields of the payload may hold secrets: seal them.',
  },
  'models/replay_detection.js': {
    digest: '9ZQLbV6JihXh-0Hd',
    usedBy: 'authorization/oidc/model-store.ts',
    review: 'It must save under one id for each issuer and value; a save that fails is the refusal.',
  },
  'helpers/validate_dpop.js': {
    digest: '0Fjuai1Qo5I1Fqa3',
    usedBy: 'authorization/oidc/grants/proof.ts',
    review: 'It must check the proof against the request, and record it once.',
  },
  'helpers/sender_constraints.js': {
    digest: '1swX9a8nYzH8HVAA',
    usedBy: 'authorization/oidc/grants/proof.ts',
    review: 'It must refuse requests without a proof where the client requires one.',
  },
  'shared/error_handler.js': {
    digest: '-bMQrowvq6h-6rRx',
    usedBy: 'authorization/oidc/device-pages.ts',
    review: 'It must show the form again for errors of the device flow, after the session was stored.',
  },
  'shared/session.js': {
    digest: 'O8rXBfNWH2YI04zx',
    usedBy: 'authorization/oidc/device-pages.ts',
    review: 'A session that is not touched must not be stored after an error.',
  },
  'models/id_token.js': {
    digest: '86sGK7S-IvLQye2D',
    usedBy: 'authorization/oidc/grants/user-tokens.ts',
    review: 'The scope, mask and rejected claims are set as properties before it is issued.',
  },
  'models/base_token.js': {
    digest: 'fVAzK18BjAhw3gc1',
    usedBy: 'authorization/oidc/grants/rotation.ts, authorization/oidc/grants/user-tokens.ts',
    review: 'The id and the lifetime (expiresIn) of a token are set before it is saved.',
  },
  'models/session.js': {
    digest: '5LOnB0xJd0zPXQXB',
    usedBy: 'authorization/oidc/model-store.ts',
    review: 'Its writes find it by its uid, which must not change; a session that was ended leaves a mark.',
  },
  'models/interaction.js': {
    digest: 'Ap_bJOGBECb2lxQf',
    usedBy: 'authorization/oidc/stored-payload.ts, authentication/experience/interaction.ts',
    review: 'New fields of the payload may hold secrets: seal them, or take the id out of them.',
  },
};

export type OverriddenName = keyof typeof overriddenMethods;

const find = (provider: Provider, name: OverriddenName) => {
  const { owner, member, parameters, usedBy }: Overridden = overriddenMethods[name];
  const holder = owner(provider);
  // A method may be inherited; a getter is on the class that declares it.
  let declaring: object | null = holder;
  while (declaring && !Object.hasOwn(declaring, member)) declaring = Object.getPrototypeOf(declaring);
  const { value, get } = (declaring && Object.getOwnPropertyDescriptor(declaring, member)) ?? {};
  const source: unknown = parameters === undefined ? get : value;
  if (typeof source !== 'function' || source.length !== (parameters ?? 0)) {
    throw new Error(
      `The installed oidc-provider has no ${name} as ${usedBy} expects it: install the version of package-lock.json.`,
    );
  }
  return { holder: holder as Owner, member, source };
};

/** The library's original function, while it is not overridden. */
export const librarySource = (provider: Provider, name: OverriddenName): string =>
  find(provider, name).source.toString();

/** Replaces a method of the library; `make` gets the original. */
export const overrideMethod = <Method extends (...args: never[]) => unknown>(
  provider: Provider,
  name: OverriddenName,
  make: (original: Method) => Method,
) => {
  const { holder, member, source } = find(provider, name);
  holder[member] = make(source as unknown as Method);
};

/** Makes one grant save itself through this adapter. */
export const saveGrantBy = (grant: object, adapter: Omit<Adapter, 'consume'>) =>
  Object.defineProperty(grant, 'adapter', { value: adapter });

/** Called before the first override, so that a start fails early and reports all of them. */
export const assertLibrary = (provider: Provider) => {
  for (const name of Object.keys(overriddenMethods) as OverriddenName[]) find(provider, name);
};
