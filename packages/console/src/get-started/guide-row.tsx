// Guides in one row: as many as there is room for, and the rest behind the link beside them.
import { useTranslation } from 'react-i18next';
import { type CardFacts, cardClass, GuideCard } from '../guides/guide-card.tsx';
import classes from './get-started.module.css';

type Props<G> = { guides: readonly G[]; onChoose: (guide: G) => void };

export function GuideRow<G extends CardFacts & { id: string }>({ guides, onChoose }: Props<G>) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <ul className={classes.guides}>
        {guides.map((guide) => (
          <li key={guide.id}>
            <button type="button" className={cardClass} title={t(guide.description)} onClick={() => onChoose(guide)}>
              <GuideCard guide={guide} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
