// The tile of a guide: initials instead of a picture, since the pictures belong to the frameworks.
import classes from './guide-logo.module.css';

export function GuideLogo({ guide, size = 32 }: { guide: { initials: string }; size?: number }) {
  return (
    <svg className={classes.logo} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect x="0.5" y="0.5" width="31" height="31" rx="7.5" />
      <text x="16" y="16" direction="ltr" textAnchor="middle" dominantBaseline="central">
        {guide.initials}
      </text>
    </svg>
  );
}
