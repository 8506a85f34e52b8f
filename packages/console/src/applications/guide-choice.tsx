// The guides to begin a new application with, by category, or those that match what somebody typed.
import { useTranslation } from 'react-i18next';
import { cardClass, cardsClass, GuideCard } from '../guides/guide-card.tsx';
import type { GuideMeta } from '../guides/registry.ts';
import classes from './guide-choice.module.css';
import type { Group } from './guide-groups.ts';

type Props = { groups: readonly Group<GuideMeta>[]; onChoose: (guide: GuideMeta) => void };

export function GuideChoice({ groups, onChoose }: Props) {
  const { t } = useTranslation();
  return groups.map(({ category, guides }) => (
    <section key={category ?? 'all'} className={classes.group}>
      {category !== undefined && (
        <h3 className={classes.title}>
          {category === 'featured' ? t('applications.create.featured') : t(`applications.types.${category}`)}
        </h3>
      )}
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
