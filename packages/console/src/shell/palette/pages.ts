// Palette entries for the console's pages, and for tabs with their own settings.
import { IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSections } from '../use-sections.ts';
import type { Entry } from './entry.ts';

const tabs = [
  { key: 'branding', page: 'sign_in_experience', to: '/sign-in-experience/branding' },
  { key: 'sign_up_and_sign_in', page: 'sign_in_experience', to: '/sign-in-experience/sign-up-and-sign-in' },
  { key: 'collect_user_profile', page: 'sign_in_experience', to: '/sign-in-experience/collect-user-profile' },
  { key: 'content', page: 'sign_in_experience', to: '/sign-in-experience/content' },
  { key: 'self_registration', page: 'applications', to: '/applications/self-registration' },
  { key: 'email_and_sms', page: 'connectors', to: '/connectors/passwordless' },
  { key: 'social_connectors', page: 'connectors', to: '/connectors/social' },
  { key: 'message_templates', page: 'connectors', to: '/connectors/templates' },
  { key: 'password_policy', page: 'security', to: '/security/password-policy' },
  { key: 'captcha', page: 'security', to: '/security/captcha' },
  { key: 'blocklist', page: 'security', to: '/security/blocklist' },
  { key: 'lockout', page: 'security', to: '/security/general' },
  { key: 'changes', page: 'audit_logs', to: '/audit-logs/changes' },
] as const;

export function usePages(): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sections = useSections();
  const pages = sections.flatMap(({ key: section, items }) =>
    items.map(({ key, to, icon }) => ({
      id: `page-${key}`,
      label: t(`sidebar.${key}`),
      words: t(`sidebar.${section}`),
      icon,
      run: () => void navigate({ to }),
    })),
  );
  const settings = tabs.map(({ key, page, to }) => ({
    id: `tab-${key}`,
    label: t(`palette.tabs.${key}`),
    description: t(`sidebar.${page}`),
    icon: IconSettings,
    rare: true,
    run: () => void navigate({ to }),
  }));
  return sections.length === 0 ? pages : [...pages, ...settings];
}
