// The colors that the sign-in pages derive from the brand color, so that every brand is readable.
import { brandColors, type ColorTheme } from '@tessera/contract/brand-colors';
import { isHexColor } from '@tessera/contract/colors';
import { useTranslation } from 'react-i18next';
import classes from './derived-colors.module.css';

const shown = ['fill', 'link', 'soft', 'fillHover', 'page'] as const;

export function DerivedColors({ color, theme }: { color: string; theme: ColorTheme }) {
  const { t } = useTranslation();
  if (!isHexColor(color)) return null;
  const colors = brandColors(color, theme);
  return (
    <ul className={classes.colors} aria-label={t('sign-in-experience.branding.derived')}>
      {shown.map((name) => (
        <li key={name}>
          <span className={classes.swatch} style={{ background: colors[name] }} aria-hidden="true" />
          <span>
            {t(`sign-in-experience.branding.colors.${name}`)} <code dir="ltr">{colors[name].toUpperCase()}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
