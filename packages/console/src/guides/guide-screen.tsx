// One guide on a screen of its own, as it opens for what was just created: its steps, and a list of them at the side.
import { Button } from '@mantine/core';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Step } from './guide.ts';
import { GuideFrame } from './guide-frame.tsx';
import { GuideLogo } from './guide-logo.tsx';
import classes from './guide-page.module.css';
import type { AnyGuide } from './registry.ts';
import { StepIndex } from './step-index.tsx';

type Props = {
  guide: AnyGuide;
  /** Whose values are filled in; nothing while that is loading. */
  name: string | undefined;
  /** The way to the other guides, if there are any. */
  all?: (props: object) => ReactElement;
  /** None until everything can be read. */
  steps: Step[] | undefined;
  content: ReactNode;
  onClose: () => void;
};

export function GuideScreen({ guide, name, all, steps, content, onClose }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <GuideFrame
      title={t('guides.guide_of', { guide: guide.name })}
      subtitle={name === undefined ? ' ' : t('guides.for_application', { name })}
      logo={<GuideLogo guide={guide} />}
      actions={
        all && (
          <Button className={classes.all} variant="subtle" renderRoot={all}>
            {t('guides.all')}
          </Button>
        )
      }
      footer={<Button onClick={onClose}>{t('guides.done')}</Button>}
      scroller={scroller}
      onClose={onClose}
    >
      <div className={classes.page}>
        {steps ? <StepIndex steps={steps} scroller={scroller} /> : <div />}
        {content}
      </div>
    </GuideFrame>
  );
}
