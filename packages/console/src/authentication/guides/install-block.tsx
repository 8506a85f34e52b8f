// Install command for the selected package manager. The selection applies to the whole guide.
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './code-block.tsx';
import classes from './install-block.module.css';
import { type PackageManager, packageManagers, useReading } from './reading.tsx';

const commands: Record<PackageManager, { add: string; dev: string }> = {
  npm: { add: 'npm install', dev: '--save-dev' },
  pnpm: { add: 'pnpm add', dev: '--save-dev' },
  yarn: { add: 'yarn add', dev: '--dev' },
};

function ManagerChoice({ name }: { name: string }) {
  const { t } = useTranslation();
  const { packageManager, setPackageManager } = useReading();
  return (
    <fieldset className={classes.choice}>
      <legend className="visually-hidden">{t('guides.package_manager')}</legend>
      {packageManagers.map((one) => (
        <label key={one} className={classes.option}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={one === packageManager}
            onChange={() => setPackageManager(one)}
          />
          <span>{one}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function InstallBlock({ packages, dev }: { packages: string[]; dev: boolean }) {
  const { t } = useTranslation();
  const { packageManager } = useReading();
  const { add, dev: flag } = commands[packageManager];
  const command = [add, ...(dev ? [flag] : []), ...packages].join(' ');
  return <CodeBlock title={<ManagerChoice name={packages.join()} />} label={t('guides.commands')} code={command} />;
}
