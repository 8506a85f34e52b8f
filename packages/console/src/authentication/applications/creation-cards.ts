// Cards of the creation chooser: the guides, and applications that need none or have their own instructions.
import { type GuideMeta, guides } from '../guides/registry.ts';

const thirdPartyCard = {
  id: 'third-party-oidc',
  name: 'OIDC',
  target: 'Traditional',
  isFeatured: false,
  isGeneral: false,
  isThirdParty: true,
  description: 'applications.create.third_party_text',
} as const;

/** Leads to the rules for applications that register themselves. */
const selfRegistrationCard = {
  id: 'self-registration',
  name: 'MCP and AI agents',
  target: 'Traditional',
  isFeatured: false,
  isGeneral: false,
  isThirdParty: true,
  description: 'applications.create.self_registration_text',
} as const;

const samlCard = {
  id: 'saml',
  name: 'SAML',
  target: 'SAML',
  isFeatured: false,
  isGeneral: false,
  description: 'applications.create.saml_text',
} as const;

const protectedCard = {
  id: 'protected',
  name: 'Reverse proxy',
  target: 'Protected',
  isFeatured: true,
  isGeneral: false,
  description: 'applications.create.protected_text',
} as const;

/** Cards of the dialog for name and description. */
export type NamedCard =
  | (GuideMeta & { isThirdParty?: never })
  | (typeof samlCard & { isThirdParty?: never })
  | typeof selfRegistrationCard
  | typeof thirdPartyCard;
export type CreationCard = NamedCard | (typeof protectedCard & { isThirdParty?: never });
export type CreationTarget = NamedCard['target'];
export const creationCards: readonly CreationCard[] = [
  ...guides,
  protectedCard,
  samlCard,
  thirdPartyCard,
  selfRegistrationCard,
];

/** The guide to follow after creation, if the card has one. */
export const guideOf = (card: NamedCard | undefined): GuideMeta | undefined =>
  card && !card.isThirdParty && card.target !== 'SAML' ? card : undefined;
