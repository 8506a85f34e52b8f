// The frame of the account pages: brand, way back to the application, sections and footer.
import type { ReturnAddress } from '@tessera/contract/account-center';
import { completeAppearance } from '@tessera/contract/appearance-defaults';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { themingClass, useApp } from '../app-context.ts';
import { Footer } from '../kit/footer.tsx';
import type { AccountTranslate } from './account-context.ts';
import { Icon } from './icons.tsx';
import { Isolated } from './parts.tsx';
import { Picture } from './picture.tsx';
import { type SectionName, sectionIcons } from './sections.ts';

type Texts = { t: AccountTranslate };

export const Brand = ({ t }: Texts) => {
  const { settings, theme, page } = useApp();
  const { logoUrl, darkLogoUrl } = settings.branding;
  const logo = theme === 'dark' ? (darkLogoUrl ?? logoUrl) : logoUrl;
  return (
    <p className={`brand ${themingClass(page.namespace, 'branding-header')}`}>
      {logo && <img src={logo} alt="" />}
      <span>{t('account.title')}</span>
    </p>
  );
};

/** The server has checked that the address belongs to an application. */
export const BackLink = ({ t, returnTo: { url, name } }: Texts & { returnTo: ReturnAddress }) => (
  <a className="back-to" href={url} aria-label={t('account.action.back_to', { name })}>
    <Icon name="back" size={18} />
    <Isolated>{name}</Isolated>
  </a>
);

export const PageFooter = () => <Footer look={completeAppearance(useApp().settings.appearance)} />;

const NavLink = ({ t, name, isCurrent }: Texts & { name: SectionName; isCurrent: boolean }) => {
  const { go, address, language } = useApp();
  const link = useRef<HTMLAnchorElement>(null);
  const path = `/account/${name}`;
  // On phones the sections scroll sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language moves the sections
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isCurrent, language]);
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    go(path);
  };
  return (
    <a ref={link} href={address(path)} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      <Icon name={sectionIcons[name]} />
      {t(`account.sections.${name}`)}
    </a>
  );
};

type Props = Texts & {
  shown: readonly SectionName[];
  current: SectionName | undefined;
  returnTo: ReturnAddress | undefined;
  user: { name: string; avatar: string | null | undefined };
  onSignOut: () => void;
  children: ReactNode;
};

export const Frame = ({ t, shown, current, returnTo, user, onSignOut, children }: Props) => {
  const { page, settings } = useApp();
  return (
    <div className={`account ${themingClass(page.namespace, 'page-container')}`}>
      {settings.isDevelopmentTenant && <p className="account-banner">{t('development_tenant.notice')}</p>}
      <header className="account-top">
        <Brand t={t} />
        {returnTo && <BackLink t={t} returnTo={returnTo} />}
        <Picture {...user} size="small" />
      </header>
      <div className="account-body">
        <nav className="account-nav" aria-label={t('account.sections.label')}>
          {shown.map((name) => (
            <NavLink key={name} t={t} name={name} isCurrent={name === current} />
          ))}
          <button type="button" onClick={onSignOut}>
            <Icon name="logout" />
            {t('account.action.sign_out')}
          </button>
        </nav>
        <main className={`account-main ${themingClass(page.namespace, 'main-content')}`}>{children}</main>
      </div>
      <PageFooter />
    </div>
  );
};
