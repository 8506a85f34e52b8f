// The frame of every page: development banner, card, and a footer with language and signature.
import type { ReactNode } from 'react';
import { themingClass, useApp } from '../app-context.ts';
import { CustomContent } from './custom-content.tsx';
import { LanguageChoice } from './language-choice.tsx';

export const Frame = ({ isMobile, children }: { isMobile: boolean; children: ReactNode }) => {
  const { page, path, settings, t } = useApp();
  // Phones have no room beside the page.
  const content = isMobile ? undefined : settings.customContent[path];
  const theming = (name: string) => themingClass(page.namespace, name);
  return (
    <div className={`page ${theming('page-container')}`}>
      {settings.isDevelopmentTenant && <header className="banner">{t('development_tenant.notice')}</header>}
      {content && <CustomContent html={content} />}
      <main className={`card ${theming('main-content')}`}>{children}</main>
      <footer className="footer">
        {settings.languageInfo.autoDetect && <LanguageChoice key={path} />}
        <span className={theming('signature')}>{t('secondary.signature')}</span>
      </footer>
    </div>
  );
};
