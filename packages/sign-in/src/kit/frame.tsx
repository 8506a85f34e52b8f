// Layout of every page: development banner, panel, card and footer.
import { completeAppearance } from '@tessera/contract/appearance-defaults';
import type { CSSProperties, ReactNode } from 'react';
import { themingClass, useApp } from '../app-context.ts';
import { CustomContent } from './custom-content.tsx';
import { Footer } from './footer.tsx';
import { focusValue, imageValue, Panel } from './panel.tsx';
import { useSmoothHeight } from './smooth-height.ts';

export const Frame = ({ children }: { children: ReactNode }) => {
  const { page, path, settings, theme, isMobile, t } = useApp();
  const card = useSmoothHeight();
  const look = completeAppearance(settings.appearance);
  const isSplit = look.layout !== 'Card';
  const isAligned = isSplit || look.logoPosition === 'Start';
  const { backgroundImageUrl: light, darkBackgroundImageUrl: dark } = look;
  const image = imageValue(theme === 'dark' ? (dark ?? light) : light);
  // Phones have no room next to the card, and neither has a panel.
  const content = isMobile || isSplit ? undefined : settings.customContent[path];
  const theming = (name: string) => themingClass(page.namespace, name);
  return (
    <div
      className={`page ${theming('page-container')}`}
      data-layout={look.layout}
      data-background={isSplit || (look.background === 'Image' && !image) ? 'Plain' : look.background}
      data-align={isAligned ? 'start' : 'center'}
      style={{ '--background-image': image ?? 'none', '--focus': focusValue(look) } as CSSProperties}
    >
      {settings.isDevelopmentTenant && <header className="banner">{t('development_tenant.notice')}</header>}
      {isSplit && <Panel look={look} />}
      {content && <CustomContent html={content} />}
      <main ref={card} className={`card ${theming('main-content')}`}>
        <div className="step">{children}</div>
      </main>
      <Footer look={look} />
    </div>
  );
};
