// The pages of errors. Each offers a way to the application, if it is known.
import { IconAlertTriangle, IconHourglass, IconMapPinOff } from '@tabler/icons-react';
import { type Failure, type Translate, useApp } from '../app-context.ts';
import { ErrorHelp } from '../kit/error-code.tsx';
import { Heading } from '../kit/heading.tsx';
import { isLost } from '../kit/use-flow.ts';
import { WayOn } from '../kit/way-on.tsx';
import { problemText } from '../problem-text.ts';

/** A rejected request of the application, as the server reports it on its error page. */
const failureText = (t: Translate, { code, message }: Failure): string => {
  if (code === 'oidc.aborted' || code === 'oidc.access_denied') return message;
  if (code.startsWith('oidc.')) return t('error.request_rejected');
  const text = problemText({ code, message, url: '' });
  return typeof text === 'string' ? text : t(text.key);
};

export const ErrorPage = ({ failure }: { failure: Failure }) => {
  const { t } = useApp();
  const { code } = failure;
  const isExpired = isLost(code);
  return (
    <>
      {isExpired ? (
        <Heading title={t('error.session_lost')} icon={IconHourglass}>
          {t('error.session_lost_detail')}
        </Heading>
      ) : (
        <Heading title={t('error.title')} icon={IconAlertTriangle} tone="danger">
          <span dir="auto">{failureText(t, failure)}</span>
        </Heading>
      )}
      {/* A request that failed as a whole would fail again. */}
      <WayOn to={isExpired ? 'request' : 'home'} />
      <ErrorHelp code={code} />
    </>
  );
};

export const NotFound = () => {
  const { t } = useApp();
  return (
    <>
      <Heading title={t('error.not_found')} icon={IconMapPinOff}>
        {t('error.not_found_detail')}
      </Heading>
      <WayOn to="home" />
      <ErrorHelp code="page.not_found" />
    </>
  );
};
