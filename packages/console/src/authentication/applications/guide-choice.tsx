// Guides for a new application, by category or filtered by a keyword.
import { useTranslation } from 'react-i18next';
import { cardClass, cardsClass, GuideCard } from '../guides/guide-card.tsx';
import { categoryName } from './category-name.ts';
import type { CreationCard } from './creation-cards.ts';
import classes from './guide-choice.module.css';
import type { Group } from './guide-groups.ts';

type Props<Card> = { groups: readonly Group<Card>[]; heading?: 'h2' | 'h3'; onChoose: (card: Card) => void };

export function GuideChoice<Card extends CreationCard>({ groups, heading: Heading = 'h3', onChoose }: Props<Card>) {
  const { t } = useTranslation();
  return groups.map(({ category, guides }) => (
    <section key={category ?? 'all'} className={classes.group}>
      {category !== undefined && <Heading className={classes.title}>{categoryName(category, t)}</Heading>}
      <ul className={cardsClass}>
        {guides.map((guide) => (
          <li key={guide.id}>
            <button type="button" className={cardClass} title={t(guide.description)} onClick={() => onChoose(guide)}>
              <GuideCard guide={guide} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}
