// What an application can be made with, as the chooser shows it: the guides, and applications of somebody else, which
// come with instructions of their own.
import { type GuideMeta, guides } from '../guides/registry.ts';

export const thirdPartyCard = {
  id: 'third-party-oidc',
  name: 'OIDC',
  target: 'Traditional',
  initials: 'Id',
  isFeatured: false,
  isGeneral: false,
  isThirdParty: true,
  description: 'applications.create.third_party_text',
} as const;

export type CreationCard = (GuideMeta & { isThirdParty?: never }) | typeof thirdPartyCard;
export const creationCards: readonly CreationCard[] = [...guides, thirdPartyCard];
