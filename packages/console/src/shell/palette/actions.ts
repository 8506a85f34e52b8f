// Palette entries for actions available everywhere.
import {
  IconBook,
  IconBuilding,
  IconDownload,
  IconLanguage,
  IconLogout,
  IconPlus,
  IconSunMoon,
  IconUpload,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { translatedLanguages } from '@tessera/phrases/languages';
import { useTranslation } from 'react-i18next';
import { appearanceModes } from '../../app/appearance.ts';
import { usePreferences } from '../../app/preferences.tsx';
import { useServices } from '../../app/services.tsx';
import { tenantsQuery } from '../../platform/tenants/own-tenants.ts';
import { useSwitchTenant } from '../../platform/tenants/switch-tenant.ts';
import type { Entry } from './entry.ts';

export function useActions(): Entry[] {
  const { t } = useTranslation();
  const { session, settings, problems } = useServices();
  const navigate = useNavigate();
  const open = (address: string) => void window.open(address, '_blank', 'noopener');
  return [
    {
      id: 'create-application',
      label: t('palette.create_application'),
      icon: IconPlus,
      run: () => void navigate({ to: '/applications/create' }),
    },
    {
      id: 'create-resource',
      label: t('palette.create_resource'),
      icon: IconPlus,
      run: () => void navigate({ to: '/api-resources/create' }),
    },
    {
      id: 'create-role',
      label: t('palette.create_role'),
      icon: IconPlus,
      run: () => void navigate({ to: '/roles/create' }),
    },
    {
      id: 'create-webhook',
      label: t('palette.create_webhook'),
      icon: IconPlus,
      run: () => void navigate({ to: '/webhooks/create' }),
    },
    {
      id: 'add-social-connector',
      label: t('palette.add_social_connector'),
      icon: IconPlus,
      run: () => void navigate({ to: '/connectors/social/create' }),
    },
    {
      id: 'create-sso-connector',
      label: t('palette.create_sso_connector'),
      words: 'SAML OIDC',
      icon: IconPlus,
      run: () => void navigate({ to: '/enterprise-sso/create' }),
    },
    {
      id: 'create-organization',
      label: t('palette.create_organization'),
      icon: IconPlus,
      run: () => void navigate({ to: '/organizations/create' }),
    },
    {
      id: 'create-user',
      label: t('palette.create_user'),
      icon: IconPlus,
      run: () => void navigate({ to: '/users/create' }),
    },
    {
      id: 'import-users',
      label: t('palette.import_users'),
      words: 'CSV JSON',
      icon: IconUpload,
      run: () => void navigate({ to: '/users/import' }),
    },
    {
      id: 'export-users',
      label: t('palette.export_users'),
      words: 'CSV JSON',
      icon: IconDownload,
      run: () => void navigate({ to: '/users/import', search: { dialog: 'export' } }),
    },
    ...useTenants(),
    ...useAppearances(),
    ...useLanguages(),
    {
      id: 'profile',
      label: t('shell.profile'),
      icon: IconUserCircle,
      run: () => open(`${settings.base}/profile`),
    },
    { id: 'docs', label: t('shell.docs'), icon: IconBook, run: () => open(settings.help.docs) },
    {
      id: 'sign-out',
      label: t('shell.sign_out'),
      icon: IconLogout,
      run: () => void session.signOut().catch(problems.report),
    },
  ];
}

function useTenants(): Entry[] {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const switchTo = useSwitchTenant();
  const { data: own = [] } = useQuery({ ...tenantsQuery(api), enabled: settings.capabilities.hasManyTenants });
  return own
    .filter(({ id }) => id !== settings.tenantId)
    .map(({ id, name }) => ({
      id: `tenant-${id}`,
      label: t('palette.open_tenant', { name }),
      words: id,
      icon: IconBuilding,
      run: () => void switchTo(id),
    }));
}

function useAppearances(): Entry[] {
  const { t } = useTranslation();
  const { set } = usePreferences();
  return appearanceModes.map((mode) => ({
    id: `appearance-${mode}`,
    label: t('palette.appearance', { mode: t(`shell.appearance.${mode}`) }),
    icon: IconSunMoon,
    run: () => set({ appearanceMode: mode }),
  }));
}

function useLanguages(): Entry[] {
  const { t, i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language, 'en'], { type: 'language' });
  const { set } = usePreferences();
  return translatedLanguages.map(({ tag, name }) => ({
    id: `language-${tag}`,
    label: t('palette.language', { name }),
    // Also found by its name in the reader's language.
    words: `${names.of(tag) ?? ''} ${tag}`,
    icon: IconLanguage,
    rare: true,
    run: () => set({ language: tag }),
  }));
}
