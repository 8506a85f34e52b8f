// Full-screen guide for a newly created entity, with a table of contents.
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
  /** The entity whose values are filled in; undefined while loading. */
  name: string | undefined;
  /** Link to the other guides, if there are any. */
  all?: (props: object) => ReactElement;
  /** Undefined until everything has loaded. */
  steps: Step[] | undefined;
  content: ReactNode;
  /** Progress, next to the button that closes the guide. */
  progress?: ReactNode;
  onClose: () => void;
};

export function GuideScreen({ guide, name, all, steps, content, progress, onClose }: Props) {
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
      footer={
        <>
          {progress}
          <Button onClick={onClose}>{t('guides.done')}</Button>
        </>
      }
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
