// A user's console preferences: applied immediately, stored in the browser and in the account.
import { useComputedColorScheme, useDirection, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@tessera/contract/fields';
import { directionOf, type LanguageTag } from '@tessera/phrases/languages';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppearanceMode, isAppearanceMode, modeOf, schemeOf } from './appearance.ts';
import { loadFace } from './faces.ts';
import { isLanguage, rememberLanguage } from './language.ts';
import { type Services, useServices } from './services.tsx';

/** Notices shown until they are dismissed. */
export type Acknowledgement =
  | 'experienceNoticeConfirmed'
  | 'managementApiAcknowledged'
  | 'mfaUpsellNoticeAcknowledged'
  | 'securityFeaturesUpsellNoticeAcknowledged'
  | 'm2mRoleNotificationAcknowledged'
  | 'roleWithManagementApiAccessNotificationAcknowledged';

type Preferences = { [name in Acknowledgement]?: boolean } & {
  language?: LanguageTag;
  appearanceMode?: AppearanceMode;
  /** Get started shows no checklist. */
  checklistHidden?: boolean;
  /** The tenant that the cloud console opens with. */
  defaultTenantId?: string;
};

const accountKey = 'adminConsolePreferences';

/** The preferences in a user's custom data; invalid data counts as none. */
export const preferencesIn = ({ [accountKey]: value }: JsonObject): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

export const readPreferences = async ({
  api,
  queryClient,
}: Pick<Services, 'api' | 'queryClient'>): Promise<JsonObject> =>
  preferencesIn(await queryClient.ensureQueryData(api.me.query('/custom-data')));

/** Keeps the document's language, direction and color scheme in sync. */
export function DocumentPreferences() {
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { language } = i18n;
  const { settings } = useServices();
  const key = settings.wire.storageKey('language');
  useEffect(() => {
    // The language changed in another tab.
    const listener = (event: StorageEvent) => {
      if (event.key === key && isLanguage(event.newValue)) void i18n.changeLanguage(event.newValue);
    };
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  }, [i18n, key]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
    loadFace(language);
  }, [language, setDirection]);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = scheme;
  }, [scheme]);
  return null;
}

function useApply() {
  const { i18n } = useTranslation();
  const { settings } = useServices();
  const { setColorScheme } = useMantineColorScheme();
  return ({ language, appearanceMode }: Preferences) => {
    if (language !== undefined) {
      rememberLanguage(settings.wire.storageKey('language'), language);
      if (i18n.language !== language) void i18n.changeLanguage(language);
    }
    if (appearanceMode !== undefined) setColorScheme(schemeOf(appearanceMode));
  };
}

/** Applies the preferences from the account whenever they are loaded. */
export function AccountPreferences() {
  const { api } = useServices();
  const apply = useApply();
  const { data } = useQuery({ ...api.me.query('/custom-data'), staleTime: Number.POSITIVE_INFINITY });
  const applyLoaded = useEffectEvent((customData: JsonObject) => {
    const { language, appearanceMode } = preferencesIn(customData);
    apply({
      ...(isLanguage(language) && { language }),
      ...(isAppearanceMode(appearanceMode) && { appearanceMode }),
    });
  });
  useEffect(() => {
    if (data !== undefined) applyLoaded(data);
  }, [data]);
  return null;
}

export function usePreferences() {
  const { i18n } = useTranslation();
  const { api } = useServices();
  const { colorScheme } = useMantineColorScheme();
  const queryClient = useQueryClient();
  const apply = useApply();
  const { queryKey } = api.me.query('/custom-data');

  const save = useMutation({
    // Serialize updates so that none is lost.
    scope: { id: accountKey },
    // The server merges only the top level, so send the whole object. Refetch first: another tab may have changed it.
    mutationFn: async (change: Preferences) => {
      const current = await queryClient.fetchQuery({ ...api.me.query('/custom-data'), staleTime: 0 });
      return api.me.patch('/custom-data', { body: { [accountKey]: { ...preferencesIn(current), ...change } } });
    },
    onSuccess: (data) => queryClient.setQueryData(queryKey, data),
  });

  const set = (change: Preferences) => {
    apply(change);
    save.mutate(change);
  };
  return { language: i18n.language, appearanceMode: modeOf(colorScheme), set, save: save.mutateAsync };
}
