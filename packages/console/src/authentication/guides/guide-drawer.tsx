// Drawer with the matching guides as cards, and the open one. A single guide opens directly. The open guide is in the
// URL.
import { ActionIcon, Drawer } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuardedClose } from '../../kit/dialog.tsx';
import { NotFound } from '../../kit/not-found.tsx';
import { useOverlay } from '../../kit/overlays.tsx';
import { cardClass, cardsClass, GuideCard } from './guide-card.tsx';
import classes from './guide-drawer.module.css';
import { GuideLogo } from './guide-logo.tsx';
import { type AnyGuide, allGuides } from './registry.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

type Props<G extends AnyGuide> = {
  guides: readonly G[];
  /** The ID of a guide, or `all`. */
  open: string;
  /** Text above the cards. */
  text: string;
  content: (guide: G) => ReactNode;
  onClose: () => void;
};

export function GuideDrawer<G extends AnyGuide>({ guides, open, text, content, onClose }: Props<G>) {
  const { t } = useTranslation();
  const only = guides.length === 1 ? guides[0] : undefined;
  const chosen = guides.find((guide) => guide.id === open) ?? only;
  const navigate = useNavigate();
  const close = useGuardedClose(hasUnsavedInput, onClose);
  const showAll = useGuardedClose(
    hasUnsavedInput,
    () => void navigate({ to: '.', search: { guide: allGuides }, replace: true }),
  );
  const { isTop } = useOverlay({ routed: true, isFilled: hasUnsavedInput, close: () => void close() });
  const isKnown = chosen !== undefined || open === allGuides;
  return (
    <Drawer.Root
      opened
      onClose={() => {
        if (isTop()) void close();
      }}
      position="right"
      size={680}
      transitionProps={{ duration: 150 }}
      returnFocus={false}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <Drawer.Header className={classes.header} role="presentation">
          {chosen && !only && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('guides.all')}
              onClick={(event) => {
                if (!hasUnsavedInput()) return;
                event.preventDefault();
                void showAll();
              }}
              renderRoot={(props) => <Link to="." search={{ guide: allGuides }} replace {...props} />}
            >
              <IconArrowLeft size={16} className={classes.arrow} />
            </ActionIcon>
          )}
          {chosen && <GuideLogo guide={chosen} />}
          <Drawer.Title className={classes.title}>
            {chosen ? t('guides.guide_of', { guide: chosen.name }) : t('guides.choose')}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={t('guides.close')} />
        </Drawer.Header>
        <Drawer.Body>
          {chosen && content(chosen)}
          {!isKnown && <NotFound />}
          {!chosen && isKnown && (
            <>
              <p className={classes.text}>{text}</p>
              <ul className={cardsClass}>
                {guides.map((guide) => (
                  <li key={guide.id}>
                    <Link
                      to="."
                      search={{ guide: guide.id }}
                      replace
                      className={cardClass}
                      title={t(guide.description)}
                    >
                      <GuideCard guide={guide} />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
