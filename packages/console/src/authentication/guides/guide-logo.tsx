// A guide's logo on a tile, with its initials until the icons are loaded.
import { lazy, Suspense } from 'react';
import classes from './guide-logo.module.css';
import type { LogoFacts } from './registry.ts';

const GuideIcon = lazy(() => import('./guide-icon.tsx').catch(() => ({ default: () => null })));

type Props = {
  guide: LogoFacts;
  size?: number;
  /** False to show only the initials for now. */
  hasIcon?: boolean | undefined;
};

export function GuideLogo({ guide: { id, name }, size = 32, hasIcon = true }: Props) {
  const initials = (
    <text x="16" y="20.5">
      {name.slice(0, 2)}
    </text>
  );
  return (
    <svg className={classes.logo} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect x="0.5" y="0.5" width="31" height="31" rx="7.5" />
      {hasIcon ? (
        <Suspense fallback={initials}>
          <GuideIcon id={id} />
        </Suspense>
      ) : (
        initials
      )}
    </svg>
  );
}
