// Buttons that insert variables; the rest is in a menu.
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './message-templates.module.css';

type Props = { variables: readonly string[]; onInsert: (name: string) => void };

const favorites = 3;

export function VariableBar({ variables, onInsert }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.variables} aria-label={t('message-templates.insert')}>
      <span aria-hidden="true">{t('message-templates.insert')}</span>
      {variables.slice(0, favorites).map((name) => (
        <button key={name} type="button" className={classes.variable} dir="ltr" onClick={() => onInsert(name)}>
          {name}
        </button>
      ))}
      <Menu position="top-start" returnFocus={false}>
        <Menu.Target>
          <button type="button" className={classes.link}>
            {t('message-templates.all_variables', { number: variables.length })}
          </button>
        </Menu.Target>
        <Menu.Dropdown mah={320} className={classes.variableMenu}>
          {variables.map((name) => (
            <Menu.Item key={name} dir="ltr" ff="monospace" fz="xs" onClick={() => onInsert(name)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}
