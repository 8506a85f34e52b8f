// A section of the account pages: title, subtitle, and its loading, failed and loaded states.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useAccount } from './account-context.ts';
import type { SectionName } from './sections.ts';
import type { Loaded } from './use-loaded.ts';

export const Section = ({ name, children }: { name: SectionName; children: ReactNode }) => {
  const { t } = useAccount();
  const title = t(`account.sections.${name}`);
  useLayoutEffect(() => {
    document.title = `${title} · ${t('account.title')}`;
  }, [title, t]);
  const heading = useRef<HTMLHeadingElement>(null);
  // A section that was loaded on demand was not there yet when the page set the focus.
  useEffect(() => {
    if (document.body.classList.contains('moved')) heading.current?.focus();
  }, []);
  return (
    <>
      <header className="section-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="quiet">{t(`account.about.${name}`)}</p>
      </header>
      {children}
    </>
  );
};

/** Shows what `children` makes of the data, once it is there. */
export function WhenLoaded<T>({ loaded, children }: { loaded: Loaded<T>; children: (data: T) => ReactNode }) {
  const { data, failed, reload } = loaded;
  if (data !== undefined) return <>{children(data)}</>;
  return failed ? <Notice message={{ text: failed, retry: () => void reload() }} /> : <Loading />;
}
