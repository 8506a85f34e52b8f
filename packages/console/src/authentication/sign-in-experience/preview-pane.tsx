// Preview of unsaved changes, by color scheme, language, platform and screen.
import { ActionIcon, Button, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useAvailableLanguages } from './available-languages.ts';
import { useExperience } from './experience-context.ts';
import classes from './preview.module.css';
import { hasNative, type PreviewPlatform, type PreviewScreen, previewConfig } from './preview-config.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { previewScreens } from './preview-search.ts';

/** Longer than the pause between two keystrokes. */
const typingPause = 400;
/** Wide enough for a panel next to the form. */
const desktop = { width: 1100, height: 760 };

export function PreviewPane({ isFirstRun = false }: { isFirstRun?: boolean }) {
  const { t } = useTranslation();
  const state = useExperience();
  const { hasOwnOrigin } = useServices().settings;
  const { values } = state.form.form;
  const available = useAvailableLanguages();
  const { choosePreview } = state;
  const { mode = 'light', language: chosen, platform = 'desktop', screen = 'sign-in' } = state.previewChoice;
  const [customCss] = useDebouncedValue(values.customCss, typingPause);
  const offered = values.autoDetect ? available : available.filter(({ tag }) => tag === values.fallbackLanguage);
  const language = offered.some(({ tag }) => tag === chosen) && chosen ? chosen : values.fallbackLanguage;
  const isNativeKnown = hasNative(state.connectors);
  const shown = platform === 'native' && !isNativeKnown ? 'mobile' : platform;
  const platforms: PreviewPlatform[] = ['desktop', 'mobile', ...(isNativeKnown ? (['native'] as const) : [])];
  // If there is a native platform, the others are labeled as web.
  const nameOf = (one: PreviewPlatform) => {
    const name = isNativeKnown && one !== 'native' ? (`${one}_web` as const) : one;
    return t(`sign-in-experience.preview.platforms.${name}`);
  };
  const isOffered = (one: PreviewScreen) => one !== 'register' || values.isRegistrationEnabled;
  const offeredScreens = previewScreens.filter(isOffered);
  const otherMode = mode === 'light' ? 'dark' : 'light';
  return (
    <div className={classes.pane}>
      <div className={classes.controls}>
        <Select
          className={classes.screenChoice}
          aria-label={t('sign-in-experience.preview.screen')}
          size="xs"
          data={offeredScreens.map((value) => ({ value, label: t(`sign-in-experience.preview.screens.${value}`) }))}
          value={offeredScreens.includes(screen) ? screen : 'sign-in'}
          allowDeselect={false}
          onChange={(value) => value !== null && choosePreview({ screen: value as PreviewScreen })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('sign-in-experience.preview.platform')}
          data={platforms.map((value) => ({ value, label: nameOf(value) }))}
          value={shown}
          onChange={(value) => choosePreview({ platform: value })}
        />
      </div>
      <div className={classes.controls}>
        {values.isDarkModeEnabled && (
          <Tooltip label={t(`sign-in-experience.preview.to_${otherMode}`)}>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={t(`sign-in-experience.preview.to_${otherMode}`)}
              onClick={() => choosePreview({ mode: otherMode })}
            >
              {mode === 'light' ? <IconMoon size={16} stroke={1.6} /> : <IconSun size={16} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        )}
        <Select
          className={classes.language}
          aria-label={t('sign-in-experience.preview.language')}
          size="xs"
          data={offered.map(({ tag, name }) => ({ value: tag, label: name }))}
          value={language}
          allowDeselect={false}
          onChange={(tag) => tag !== null && choosePreview({ language: tag })}
        />
        {!isFirstRun && <LivePreview isDirty={state.form.changes > 0} />}
      </div>
      {state.experience.customUiAssets && hasOwnOrigin ? (
        <Notice>{t('sign-in-experience.preview.own_pages')}</Notice>
      ) : (
        <PreviewFrame
          key={state.previewVersion}
          desktop={desktop}
          config={previewConfig(
            { ...values, customCss },
            { ...state, hasOwnOrigin },
            { mode, language, platform: shown, screen },
          )}
        />
      )}
    </div>
  );
}

function LivePreview({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const label = t('sign-in-experience.preview.live');
  const icon = <IconExternalLink size={14} />;
  if (isDirty) {
    return (
      <Tooltip label={t('sign-in-experience.preview.save_first')}>
        <Button
          variant="default"
          leftSection={icon}
          data-disabled
          aria-disabled
          onClick={(event) => event.preventDefault()}
        >
          {label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      component="a"
      variant="default"
      leftSection={icon}
      href={`${settings.tenantEndpoint}/demo-app`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {label}
      <span className="visually-hidden"> ({t('general.new_tab')})</span>
    </Button>
  );
}
