// User menu: profile, appearance, language and sign-out.
import { Loader, Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconLanguage, IconLogout, IconSunMoon, IconUserCircle } from '@tabler/icons-react';
import { translatedLanguages } from '@tessera/phrases/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appearanceModes, isAppearanceMode } from '../app/appearance.ts';
import { isLanguage } from '../app/language.ts';
import { usePreferences } from '../app/preferences.tsx';
import { useServices } from '../app/services.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { Submenu } from './submenu.tsx';
import { useUser } from './user.ts';
import classes from './user-menu.module.css';

export function UserMenu() {
  const { t } = useTranslation();
  const { settings } = useServices();
  const person = useUser();
  const name = person.name ?? person.username;
  return (
    <Menu
      position="bottom-end"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      checkIcon={<IconCheck size={14} />}
    >
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('shell.account_menu')}>
          <Avatar person={person} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('shell.account_menu')}>
        <div className={classes.person} role="presentation">
          <Avatar person={person} size={36} />
          <div className={classes.names}>
            <p className={classes.name}>{name ?? t('shell.anonymous')}</p>
            {person.email !== null && <p className={classes.email}>{person.email}</p>}
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={`${settings.base}/profile`}
          target="_blank"
          rel="noopener"
          leftSection={<IconUserCircle size={16} />}
        >
          {t('shell.profile')}
          <span className="visually-hidden">{t('shell.new_tab')}</span>
        </Menu.Item>
        <LanguageItems />
        <AppearanceItems />
        <Menu.Divider />
        <SignOutItem />
      </Menu.Dropdown>
    </Menu>
  );
}

function LanguageItems() {
  const { t } = useTranslation();
  const { language, set } = usePreferences();
  return (
    <Submenu icon={IconLanguage} title={t('shell.language')}>
      <Menu.RadioGroup value={language} onChange={(value) => isLanguage(value) && set({ language: value })}>
        {translatedLanguages.map(({ tag, name }) => (
          <Menu.RadioItem key={tag} value={tag} lang={tag} closeMenuOnClick>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Submenu>
  );
}

function AppearanceItems() {
  const { t } = useTranslation();
  const { appearanceMode, set } = usePreferences();
  return (
    <Submenu icon={IconSunMoon} title={t('shell.appearance.title')}>
      <Menu.RadioGroup
        value={appearanceMode}
        onChange={(value) => isAppearanceMode(value) && set({ appearanceMode: value })}
      >
        {appearanceModes.map((mode) => (
          <Menu.RadioItem key={mode} value={mode} closeMenuOnClick>
            {t(`shell.appearance.${mode}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Submenu>
  );
}

function SignOutItem() {
  const { t } = useTranslation();
  const { session, problems } = useServices();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    session.signOut().catch((error: unknown) => {
      setLeaving(false);
      problems.report(error);
    });
  };
  return (
    <Menu.Item
      closeMenuOnClick={false}
      disabled={leaving}
      leftSection={leaving ? <Loader size={16} /> : <IconLogout size={16} />}
      onClick={leave}
    >
      {t('shell.sign_out')}
    </Menu.Item>
  );
}
