// Preview of the account pages with the unsaved settings and an example user.
import { ActionIcon, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewFrame } from '../../authentication/sign-in-experience/preview-frame.tsx';
import type { Experience } from '../../authentication/sign-in-experience/query.ts';
import { Notice } from '../../kit/notice.tsx';
import classes from './account-center.module.css';
import { fieldsOf, type Values } from './values.ts';

const sections = ['profile', 'security', 'linked-accounts', 'sessions', 'applications', 'data'] as const;
type Section = (typeof sections)[number];
const platforms = ['web', 'mobile'] as const;
type Platform = (typeof platforms)[number];

/** Wide enough for the sections next to the content. */
const desktop = { width: 1100, height: 860 };

export function PreviewPane({ values, experience }: { values: Values; experience: Experience }) {
  const { t } = useTranslation();
  const [section, setSection] = useState<Section>('profile');
  const [platform, setPlatform] = useState<Platform>('web');
  const [mode, setMode] = useState<'light' | 'dark'>('light');
  const { enabled, allowsDeletion, allowsExport } = values;
  const { color, languageInfo } = experience;
  const otherMode = mode === 'light' ? 'dark' : 'light';
  const label = t(`account-center.preview.to_${otherMode}`);
  return (
    <div className={classes.pane}>
      <div className={classes.choices}>
        <Select
          className={classes.section}
          size="xs"
          aria-label={t('account-center.preview.section')}
          data={sections.map((value) => ({ value, label: t(`account-center.sections.${value}`) }))}
          value={section}
          allowDeselect={false}
          onChange={(value) => value && setSection(value as Section)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('account-center.preview.platform')}
          data={platforms.map((value) => ({ value, label: t(`account-center.preview.platforms.${value}`) }))}
          value={platform}
          onChange={setPlatform}
        />
        {color.isDarkModeEnabled && (
          <Tooltip label={label}>
            <ActionIcon variant="default" size={30} aria-label={label} onClick={() => setMode(otherMode)}>
              {mode === 'light' ? <IconMoon size={16} stroke={1.6} /> : <IconSun size={16} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {!enabled && <Notice>{t('account-center.preview.off')}</Notice>}
      <PreviewFrame
        page="account"
        title={t('account-center.preview.frame')}
        desktop={desktop}
        config={{
          signInExperience: {},
          accountCenter: { enabled, allowsDeletion, allowsExport, fields: fieldsOf(values) },
          language: languageInfo.fallbackLanguage,
          ...{ mode, platform, section },
        }}
      />
    </div>
  );
}
