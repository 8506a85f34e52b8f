// Guides in a single row, as many as fit.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { type CardFacts, cardClass, GuideCard } from '../../authentication/guides/guide-card.tsx';
import classes from './get-started.module.css';

/** Icons are decoration: they load once nothing else has been loading for three seconds. */
const useAfterFirstScreen = (): boolean => {
  const { queryClient } = useServices();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let quiet = 0;
    const timer = setInterval(() => {
      quiet = queryClient.isFetching() ? 0 : quiet + 1;
      if (quiet < 3) return;
      clearInterval(timer);
      setOver(true);
    }, 1000);
    return () => clearInterval(timer);
  }, [queryClient]);
  return isOver;
};

type Props<G> = { guides: readonly G[]; onChoose: (guide: G) => void };

export function GuideRow<G extends CardFacts>({ guides, onChoose }: Props<G>) {
  const { t } = useTranslation();
  const hasIcon = useAfterFirstScreen();
  return (
    <div className={classes.row}>
      <ul className={classes.guides}>
        {guides.map((guide) => (
          <li key={guide.id}>
            <button type="button" className={cardClass} title={t(guide.description)} onClick={() => onChoose(guide)}>
              <GuideCard guide={guide} hasIcon={hasIcon} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
