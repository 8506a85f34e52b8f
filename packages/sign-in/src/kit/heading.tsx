// The head of a page: the tenant's logo for the theme, and the title that is also the document's.
import { type ReactNode, useLayoutEffect } from 'react';
import { themingClass, useApp } from '../app-context.ts';

type Branding = { logoUrl?: string | undefined; darkLogoUrl?: string | undefined };

export const Heading = ({
  title,
  children,
  branding,
}: {
  title: string;
  children?: ReactNode;
  branding?: Branding;
}) => {
  const { page, settings, theme } = useApp();
  const { logoUrl, darkLogoUrl } = branding ?? settings.branding;
  const logo = theme === 'dark' ? (darkLogoUrl ?? logoUrl) : logoUrl;
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <header className={`heading ${themingClass(page.namespace, 'branding-header')}`}>
      {logo && <img className="logo" src={logo} alt="" />}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </header>
  );
};
