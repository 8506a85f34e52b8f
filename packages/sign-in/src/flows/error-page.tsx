// The page for what cannot be put right on the page where it happened.
import { type Failure, useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Support } from '../kit/support.tsx';
import { isLost } from '../kit/use-flow.ts';

export const ErrorPage = ({ failure: { code, message } }: { failure: Failure }) => {
  const { t } = useApp();
  const expired = isLost(code);
  return (
    <>
      <Heading title={t(expired ? 'error.session_lost' : 'error.title')} />
      <p className="prose" dir="auto">
        {expired ? t('error.session_lost_detail') : message || t('error.unknown')}
      </p>
      <p className="code">
        {t('description.error_code')}: <code dir="ltr">{code}</code>
      </p>
      <Support />
      <BackButton />
    </>
  );
};

export const NotFound = () => {
  const { t } = useApp();
  return (
    <>
      <Heading title={t('error.not_found')} />
      <p className="prose">{t('error.not_found_detail')}</p>
      <Support />
      <BackButton />
    </>
  );
};

const BackButton = () => {
  const { t } = useApp();
  if (history.length <= 1) return null;
  return (
    <Button kind="secondary" onClick={() => history.back()}>
      {t('action.back')}
    </Button>
  );
};
