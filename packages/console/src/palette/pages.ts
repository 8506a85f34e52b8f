// The pages of the console, as entries of the palette.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { sectionsOf } from '../shell/sections.ts';
import type { Entry } from './entry.ts';

export function usePages(): Entry[] {
  const { t } = useTranslation();
  const { settings } = useServices();
  const navigate = useNavigate();
  return sectionsOf(settings).flatMap(({ key: section, items }) =>
    items.map(({ key, to, icon }) => ({
      id: `page-${key}`,
      label: t(`sidebar.${key}`),
      words: t(`sidebar.${section}`),
      icon,
      run: () => void navigate({ to }),
    })),
  );
}
