// A guide in a list of guides: its logo, its name and what it is for.
import { useTranslation } from 'react-i18next';
import classes from './guide-card.module.css';
import { GuideLogo } from './guide-logo.tsx';
import type { AnyGuide } from './registry.ts';

type Description = AnyGuide['description'] | 'applications.create.third_party_text';

/** For the list around the cards. */
export const cardsClass = classes.cards;
/** For the button or link that is the card. */
export const cardClass = classes.card;

/** What is begun like a guide, such as an application of somebody else, looks like one. */
export type CardFacts = Parameters<typeof GuideLogo>[0]['guide'] & { name: string; description: Description };

export function GuideCard({ guide }: { guide: CardFacts }) {
  const { t } = useTranslation();
  return (
    <>
      <GuideLogo guide={guide} size={36} />
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
