// The pages of the console, as entries of the palette.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSections } from '../shell/use-sections.ts';
import type { Entry } from './entry.ts';

export function usePages(): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useSections().flatMap(({ key: section, items }) =>
    items.map(({ key, to, icon }) => ({
      id: `page-${key}`,
      label: t(`sidebar.${key}`),
      words: t(`sidebar.${section}`),
      icon,
      run: () => void navigate({ to }),
    })),
  );
}
