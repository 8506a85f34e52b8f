// A guide to choose, as a card.
import { useTranslation } from 'react-i18next';
import classes from '../applications/creation.module.css';
import { GuideLogo } from './guide-logo.tsx';
import type { AnyGuide } from './registry.ts';

export function GuideCard({ guide, onChoose }: { guide: AnyGuide; onChoose: () => void }) {
  const { t } = useTranslation();
  const description = t(guide.description);
  return (
    <button type="button" className={classes.card} title={description} onClick={onChoose}>
      <GuideLogo guide={guide} size={36} />
      <span className={classes.about}>
        <span className={classes.name}>
          <bdi lang="en" dir="ltr">
            {guide.name}
          </bdi>
        </span>
        <span className={classes.description}>{description}</span>
      </span>
    </button>
  );
}
