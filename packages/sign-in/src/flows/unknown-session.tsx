// Shown when somebody comes to these pages without an application having sent them.
import { useApp } from '../app-context.ts';
import { Heading } from '../kit/heading.tsx';
import { Support } from '../kit/support.tsx';

export const UnknownSession = () => {
  const { t } = useApp();
  return (
    <>
      <Heading title={t('description.unknown_session')} />
      <p className="prose">{t('description.unknown_session_detail')}</p>
      <Support />
    </>
  );
};
