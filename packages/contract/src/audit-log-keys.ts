// All audit log keys. The server writes no others, the console's filters offer them, and each has a title. Without a
// schema, since the console needs it as a value.
import { interactionEvents, verificationTypes } from './interaction-words.ts';

const parts = ['Create', 'Submit'] as const;
const steps = ['Create', 'Update', 'Submit'] as const;
const profileSteps = ['Create', 'Update', 'Delete'] as const;
const factors = ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'] as const;
const skips = ['Skip', 'SkipSuggestion', 'SkipPasskey'] as const;
const grants = [
  'AuthorizationCode',
  'RefreshToken',
  'ClientCredentials',
  'DeviceCode',
  'TokenExchange',
  'Unknown',
] as const;
const scripts = ['AccessToken', 'ClientCredentials'] as const;
const samlSteps = ['AuthnRequest', 'Callback', 'Logout'] as const;
const gatewaySteps = ['SignIn', 'SignOut'] as const;

type Of<T extends readonly string[]> = T[number];
type Event = Of<typeof interactionEvents>;
type InteractionStep =
  | Of<typeof steps>
  | 'Identifier.Submit'
  | `Profile.${Of<typeof profileSteps>}`
  | `Verification.${Of<typeof verificationTypes>}.${Of<typeof parts>}`
  | `BindMfa.${Of<typeof factors>}.${Of<typeof parts>}`
  | `Mfa.${Of<typeof skips>}.Submit`;

/** Written during sign-in, registration and password reset. */
export type InteractionKey = `Interaction.${Event}.${InteractionStep}`;
export type LogKey =
  | InteractionKey
  | `Interaction.${'Create' | 'End' | 'Create.Captcha'}`
  | 'Interaction.SignIn.Verification.IdpInitiatedSso.Create'
  | `ExchangeTokenBy.${Of<typeof grants>}`
  | `JwtCustomizer.${Of<typeof scripts>}`
  | `SamlApplication.${Of<typeof samlSteps>}`
  | `ProtectedApplication.${Of<typeof gatewaySteps>}`
  | 'RevokeToken'
  | 'RevokeOrganization'
  | 'BackchannelLogout'
  | 'ReadSecret'
  | 'ThirdPartyToken.Refresh'
  | 'ExportOwnData'
  | 'PasswordBreachCheck'
  | `PasswordLink.${'Send' | 'Use'}`
  | `Message.${'Send' | 'Test'}`
  | `Device.${'Approve' | 'Refuse'}`
  | 'Application.Test'
  | 'Connector.Test'
  | `SsoConnector.${'Test' | 'SetupLink'}`
  | 'Impersonation.Start'
  | 'Unknown';
/** Webhook deliveries are stored with the logs, but shown only on webhook pages. */
export type WebhookKey = `TriggerHook.${string}`;

export type RecordedKey = LogKey | WebhookKey;
export type { InteractionStep };

const each = <A extends string, B extends string>(before: A, names: readonly B[]) =>
  names.map((name) => `${before}.${name}` as const);
const both = <A extends string>(before: readonly A[]) => before.flatMap((name) => each(name, parts));

const interactionSteps: readonly InteractionStep[] = [
  ...steps,
  'Identifier.Submit',
  ...each('Profile', profileSteps),
  ...both(each('Verification', verificationTypes)),
  ...both(each('BindMfa', factors)),
  ...each('Mfa', skips).map((skip) => `${skip}.Submit` as const),
];

export const logKeys: readonly LogKey[] = [
  'Interaction.Create',
  'Interaction.Create.Captcha',
  'Interaction.End',
  ...interactionEvents.flatMap((event) => each(`Interaction.${event}` as const, interactionSteps)),
  'Interaction.SignIn.Verification.IdpInitiatedSso.Create',
  ...each('ExchangeTokenBy', grants),
  'RevokeToken',
  'RevokeOrganization',
  'BackchannelLogout',
  'ReadSecret',
  'ThirdPartyToken.Refresh',
  'ExportOwnData',
  ...each('JwtCustomizer', scripts),
  ...each('SamlApplication', samlSteps),
  ...each('ProtectedApplication', gatewaySteps),
  'PasswordBreachCheck',
  'PasswordLink.Send',
  'PasswordLink.Use',
  'Message.Send',
  'Message.Test',
  'Device.Approve',
  'Device.Refuse',
  'Application.Test',
  'Connector.Test',
  'SsoConnector.Test',
  'SsoConnector.SetupLink',
  'Impersonation.Start',
  'Unknown',
];

/** The keys a filter matches: one, or all below it. */
export const keysBelow = (keys: readonly string[], family: string): string[] => {
  const found = keys.filter((key) => key === family || key.startsWith(`${family}.`));
  return found.length === 0 ? [family] : found;
};

/** Administrators' changes have their own keys: `application.updated` is `Change.Application.Updated`. */
export const changeFamily = 'Change';
export type ChangeKey = `${typeof changeFamily}.${string}`;

const pascal = (words: string) => words.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string) =>
  name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '-') + letter.toLowerCase());

export const changeKeyOf = (operation: string): ChangeKey =>
  `${changeFamily}.${operation.split('.').map(pascal).join('.')}`;
export const isChangeKey = (key: string): key is ChangeKey =>
  key === changeFamily || key.startsWith(`${changeFamily}.`);
/** `application.updated`, `application` for all of its changes, or empty for every change. */
export const operationOf = (key: ChangeKey): string => key.split('.').slice(1).map(kebab).join('.');
