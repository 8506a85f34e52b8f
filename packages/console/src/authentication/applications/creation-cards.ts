// Cards of the creation chooser: the guides, and third-party applications, which have their own instructions.
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

export type CreationCard = (GuideMeta & { isThirdParty?: never }) | typeof thirdPartyCard;
export const creationCards: readonly CreationCard[] = [...guides, thirdPartyCard];
