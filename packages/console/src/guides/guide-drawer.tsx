// The guides beside the page of an application: those of its type as cards, and one of them to read. Where there is only
// one, it opens at once. Which one is open stands in the address.
import { ActionIcon, Drawer } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../kit/not-found.tsx';
import { cardClass, cardsClass, GuideCard } from './guide-card.tsx';
import { useGuide } from './guide-content.tsx';
import classes from './guide-drawer.module.css';
import { GuideLogo } from './guide-logo.tsx';
import { allGuides, type GuideMeta, guidesFor } from './registry.ts';

type Props = {
  application: Application;
  /** The id of a guide, or the word for all of them. */
  open: string;
  onClose: () => void;
};

export function GuideDrawer({ application: { id, name, type }, open, onClose }: Props) {
  const { t } = useTranslation();
  const guides = guidesFor(type);
  const only = guides.length === 1 ? guides[0] : undefined;
  const chosen = guides.find((guide) => guide.id === open) ?? only;
  const isKnown = chosen !== undefined || open === allGuides;
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={680} transitionProps={{ duration: 150 }}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <Drawer.Header className={classes.header} role="presentation">
          {chosen && !only && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('guides.all')}
              renderRoot={(props) => (
                <Link
                  to="/applications/$id/settings"
                  params={{ id }}
                  search={{ guide: allGuides }}
                  replace
                  {...props}
                />
              )}
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
          {chosen && <OpenGuide key={chosen.id} id={id} meta={chosen} />}
          {!isKnown && <NotFound />}
          {!chosen && isKnown && (
            <>
              <p className={classes.text}>{t('guides.choose_text', { name })}</p>
              <ul className={cardsClass}>
                {guides.map((guide) => (
                  <li key={guide.id}>
                    <Link
                      to="/applications/$id/settings"
                      params={{ id }}
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

function OpenGuide({ id, meta }: { id: string; meta: GuideMeta }) {
  return useGuide(id, meta).content;
}
