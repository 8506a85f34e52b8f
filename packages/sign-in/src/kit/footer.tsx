// The end of every page: language, help, documents and signature.
import type { CompleteAppearance } from '@tessera/contract/appearance-defaults';
import { themingClass, useApp } from '../app-context.ts';
import { webLink } from '../leave.ts';
import { DocumentLink, NewTab } from './document-link.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { RichText } from './rich-text.tsx';
import { useHelp } from './support.tsx';

const Tiles = () => (
  <svg width="13" height="13" viewBox="0 0 13 13" fill="currentColor" aria-hidden>
    <rect width="6" height="6" rx="1.5" />
    <rect x="7" width="6" height="6" rx="1.5" opacity=".5" />
    <rect y="7" width="6" height="6" rx="1.5" opacity=".5" />
    <rect x="7" y="7" width="6" height="6" rx="1.5" opacity=".75" />
  </svg>
);

export const Footer = ({ look }: { look: CompleteAppearance }) => {
  const { page, path, settings, t } = useApp();
  const { page: help } = useHelp();
  const privacy = webLink(settings.privacyPolicyUrl);
  const terms = webLink(settings.termsOfUseUrl);
  return (
    <footer className="footer">
      {settings.languageInfo.autoDetect && <LanguageChoice key={path} />}
      {help && <NewTab href={help}>{t('secondary.help')}</NewTab>}
      {privacy && <DocumentLink href={privacy} title={t('secondary.privacy')} />}
      {terms && <DocumentLink href={terms} title={t('secondary.terms')} />}
      {look.footerLinks.map(({ label, url }) => (
        <NewTab key={`${label} ${url}`} href={webLink(url)}>
          {label}
        </NewTab>
      ))}
      {look.isSignatureShown && (
        <span className={`signature ${themingClass(page.namespace, 'signature')}`}>
          <Tiles />
          <span>
            <RichText text="secondary.signature" values={{ product: <b key="product">Tessera</b> }} />
          </span>
        </span>
      )}
    </footer>
  );
};
