// Cards of the creation chooser: the guides, and SAML and third-party applications, which have their own instructions.
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

export type CreationCard =
  | (GuideMeta & { isThirdParty?: never })
  | (typeof samlCard & { isThirdParty?: never })
  | typeof selfRegistrationCard
  | typeof thirdPartyCard;
export type CreationTarget = CreationCard['target'];
export const creationCards: readonly CreationCard[] = [...guides, samlCard, thirdPartyCard, selfRegistrationCard];

/** The guide to follow after creation, if the card has one. */
export const guideOf = (card: CreationCard | undefined): GuideMeta | undefined =>
  card && !card.isThirdParty && card.target !== 'SAML' ? card : undefined;
