// A guide as a card: logo, name and description.
import { useTranslation } from 'react-i18next';
import classes from './guide-card.module.css';
import { GuideLogo } from './guide-logo.tsx';
import type { AnyGuide, LogoFacts } from './registry.ts';

type Unguided = 'protected' | 'saml' | 'self_registration' | 'third_party';
type Description = AnyGuide['description'] | `applications.create.${Unguided}_text`;

/** Class of the list around the cards. */
export const cardsClass = classes.cards;
/** Class of the button or link that wraps a card. */
export const cardClass = classes.card;

/** Also used for cards of applications without a guide. */
export type CardFacts = LogoFacts & { description: Description };

export function GuideCard({ guide, hasIcon }: { guide: CardFacts; hasIcon?: boolean | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <GuideLogo guide={guide} size={36} hasIcon={hasIcon} />
      <span className={classes.about}>
        <span className={classes.name}>
          <bdi lang="en" dir="ltr">
            {guide.name}
          </bdi>
        </span>
        <span className={classes.description}>{t(guide.description)}</span>
      </span>
    </>
  );
}
