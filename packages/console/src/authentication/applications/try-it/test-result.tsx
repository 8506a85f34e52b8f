// The result of a test: whether it worked, what went wrong, and the content of each token.
import { Link } from '@tanstack/react-router';
import type { ApplicationTestResult } from '@tessera/contract/application-tests';
import { useTranslation } from 'react-i18next';
import { CodeSample } from '../../../kit/code-sample.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { Moment } from '../../../kit/moment.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { TestFailure } from './test-failure.tsx';
import { TokenCard, TokenContent } from './token-card.tsx';
import classes from './try-it.module.css';

type Props = { result: ApplicationTestResult; isMachine?: boolean };

const durationText = (durationMs: number, language: string) => {
  const [value, unit] = durationMs < 1000 ? [durationMs, 'millisecond'] : [durationMs / 1000, 'second'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
};

/** As far as the requested scopes reveal it. */
const nameIn = (idToken: ApplicationTestResult['idToken']): string | undefined => {
  const { name, username, email } = idToken?.claims ?? {};
  return [name, username, email].find((value): value is string => typeof value === 'string' && value !== '');
};

export function TestResultSection({ result, isMachine = false }: Props) {
  const { t, i18n } = useTranslation();
  const { status, steps, failure, userId, idToken, accessToken, organizationToken, refreshToken, userinfo } = result;
  const isShown = status === 'succeeded' || accessToken !== null;
  return (
    <FormSection id="result" title={t('application-tests.result.title')} text={t('application-tests.result.text')}>
      <div aria-live="polite">
        {failure ? (
          <TestFailure failure={failure} />
        ) : (
          <Notice severity="success">
            {t(`application-tests.result.${isMachine ? 'machine_succeeded' : 'succeeded'}`)}
          </Notice>
        )}
      </div>
      {steps.length > 0 && (
        <Facts
          facts={[
            userId !== null && {
              name: t('application-tests.result.user'),
              value: (
                <Link to="/users/$id" params={{ id: userId }}>
                  <bdi>{nameIn(idToken) ?? userId}</bdi>
                </Link>
              ),
            },
            {
              name: t('application-tests.result.steps'),
              value: steps
                .map(({ name, durationMs }) => {
                  const title = t(`application-tests.result.step_names.${name}`);
                  return `${title} ${durationText(durationMs, i18n.language)}`;
                })
                .join(' · '),
            },
          ]}
        />
      )}
      {isShown && (
        <>
          {!isMachine && (
            <TokenCard title={t('application-tests.tokens.id')}>
              {idToken ? <TokenContent token={idToken} /> : <p>{t('application-tests.tokens.no_id')}</p>}
            </TokenCard>
          )}
          <TokenCard title={t('application-tests.tokens.access')}>
            {accessToken ? <TokenContent token={accessToken} /> : <p>{t('application-tests.tokens.no_access')}</p>}
          </TokenCard>
          {organizationToken && (
            <TokenCard title={t('application-tests.tokens.organization')}>
              <TokenContent token={organizationToken} />
            </TokenCard>
          )}
          {!isMachine && (
            <TokenCard title={t('application-tests.tokens.refresh')}>
              <p>{t(`application-tests.tokens.${refreshToken ? 'refresh_issued' : 'no_refresh'}`)}</p>
              {refreshToken && (
                <p className={classes.hint}>
                  {t('application-tests.tokens.expires')}: <Moment value={refreshToken.expiresAt} />
                </p>
              )}
            </TokenCard>
          )}
          {!isMachine && (
            <TokenCard title={t('application-tests.tokens.userinfo')}>
              {userinfo ? (
                <CodeSample
                  label={t('application-tests.tokens.userinfo_answer')}
                  code={JSON.stringify(userinfo, null, 2)}
                />
              ) : (
                <p>{t('application-tests.tokens.no_userinfo')}</p>
              )}
            </TokenCard>
          )}
        </>
      )}
    </FormSection>
  );
}
