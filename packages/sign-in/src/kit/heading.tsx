// Page header: a way back, the tenant's logo or the icon of the step, and the title, which also becomes the document
// title.
import { IconArrowLeft, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { themingClass, useApp } from '../app-context.ts';
import { PageLink } from './button.tsx';
import { Logo } from './logo.tsx';
import { TileBand, type Tone } from './tile-band.tsx';

type Props = {
  title: string;
  /** A sentence below the title. */
  children?: ReactNode;
  /** The page before this step. */
  back?: string | undefined;
  icon?: TablerIcon;
  tone?: Tone;
  /** In place of logo and icon; `null` for none of them. */
  picture?: ReactNode;
};

export const Heading = ({ title, children, back, icon, tone, picture }: Props) => {
  const { page, t } = useApp();
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  const usual = icon ? <TileBand icon={icon} {...(tone && { tone })} /> : <Logo />;
  return (
    <>
      {back && (
        <PageLink to={back} className="back" label={t('action.back')}>
          <IconArrowLeft size={18} stroke={1.75} />
        </PageLink>
      )}
      <header
        className={`heading ${picture === null ? 'plain ' : ''}${themingClass(page.namespace, 'branding-header')}`}
      >
        {picture === undefined ? usual : picture}
        <h1 tabIndex={-1}>{title}</h1>
        {children && <p className="prose">{children}</p>}
      </header>
    </>
  );
};
