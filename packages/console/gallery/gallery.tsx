// The gallery: toolbar, index, and one section per component family. Full-window screens are shown alone with
// `?screen=`.
import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isLanguage, rememberLanguage } from '../src/app/language.ts';
import { useServices } from '../src/app/services.tsx';
import { ConfirmHost } from '../src/kit/confirm.tsx';
import { ErrorScreen } from '../src/kit/error-screen.tsx';
import { AppLoader } from '../src/kit/loader.tsx';
import { Actions } from './actions.tsx';
import { Choices } from './choices.tsx';
import { Dialogs } from './dialogs.tsx';
import { Fields } from './fields.tsx';
import classes from './gallery.module.css';
import { Lists } from './lists.tsx';
import { Pages } from './pages.tsx';
import { long } from './samples.ts';
import { SettingsForm } from './settings-form.tsx';
import { States } from './states.tsx';
import { Values } from './values.tsx';

const sections = [
  { id: 'values', title: 'Values', Section: Values },
  { id: 'actions', title: 'Actions', Section: Actions },
  { id: 'states', title: 'States and notices', Section: States },
  { id: 'fields', title: 'Fields', Section: Fields },
  { id: 'choices', title: 'Choices', Section: Choices },
  { id: 'lists', title: 'Lists', Section: Lists },
  { id: 'pages', title: 'Pages', Section: Pages },
  { id: 'dialogs', title: 'Dialogs', Section: Dialogs },
  { id: 'form', title: 'Settings form', Section: SettingsForm },
];

const screens: Record<string, () => React.ReactNode> = {
  error: () => <ErrorScreen code="entity.not_found" message={long.text} stack={long.text} onRetry={() => {}} />,
  loading: () => (
    <main>
      <h1 className="visually-hidden">Loading screen</h1>
      <AppLoader />
    </main>
  ),
};

function Tools() {
  const { i18n } = useTranslation();
  const { settings } = useServices();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.tools}>
      <NativeSelect
        label="Appearance"
        data={['auto', 'light', 'dark']}
        value={colorScheme}
        onChange={({ currentTarget: { value } }) =>
          setColorScheme(value === 'dark' || value === 'light' ? value : 'auto')
        }
      />
      <NativeSelect
        label="Language"
        data={['en', 'de', 'ar']}
        value={i18n.language}
        onChange={({ currentTarget: { value } }) => {
          if (!isLanguage(value)) return;
          rememberLanguage(settings.wire.storageKey('language'), value);
          void i18n.changeLanguage(value);
        }}
      />
    </div>
  );
}

export function Gallery() {
  const screen = screens[new URLSearchParams(window.location.search).get('screen') ?? ''];
  if (screen) return screen();
  return (
    <ConfirmHost>
      <main id="main" tabIndex={-1} className={classes.gallery}>
        <h1>Kit gallery</h1>
        <Tools />
        <nav aria-label="Sections" className={classes.index}>
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        {sections.map(({ id, title, Section }) => (
          <section key={id} id={id} aria-label={title} className={classes.section}>
            <h2>{title}</h2>
            <Section />
          </section>
        ))}
      </main>
    </ConfirmHost>
  );
}
