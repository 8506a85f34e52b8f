// The signed-in user: ID token claims and session actions.
import { useState } from 'react';
import type { Translate } from '../app-context.ts';
import { Button, TextButton } from '../kit/button.tsx';
import type { DemoSession, Tokens } from './session.ts';

const secondsClaims = ['iat', 'exp', 'auth_time', 'nbf'];
const millisecondsClaims = ['created_at', 'updated_at'];

type Props = { session: DemoSession; initial: Tokens; t: Translate; language: string };

export const Account = ({ session, initial, t, language }: Props) => {
  const [tokens, setTokens] = useState(initial);
  const [raw, setRaw] = useState(false);
  const [status, setStatus] = useState('');
  const [busy, setBusy] = useState(false);
  const { claims, refreshToken } = tokens;

  const attempt = (step: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    step()
      .catch(() => setStatus(t('error.unknown')))
      .finally(() => setBusy(false));
  };
  const refresh = () =>
    attempt(async () => {
      setTokens(await session.refresh(tokens));
      setStatus(t('demo_app.refreshed', { time: new Date().toLocaleTimeString(language) }));
    });

  return (
    <>
      <h2>{t('demo_app.signed_in')}</h2>
      <p className="who">
        <bdi>{String(claims.name ?? claims.username ?? claims.email ?? claims.sub)}</bdi>
      </p>
      {session.accountPages && (
        <p>
          <a href={session.accountPages}>{t('demo_app.manage_account')}</a>
        </p>
      )}
      <div className="claims-head">
        <h3>{t('demo_app.claims')}</h3>
        <TextButton aria-expanded={raw} onClick={() => setRaw(!raw)}>
          {t(raw ? 'demo_app.hide_raw' : 'demo_app.show_raw')}
        </TextButton>
      </div>
      {raw ? (
        <pre dir="ltr">{JSON.stringify(claims, null, 2)}</pre>
      ) : (
        <dl className="claims">
          {Object.entries(claims).map(([name, value]) => (
            <div key={name}>
              <dt>
                <code dir="ltr">{name}</code>
              </dt>
              <dd>
                <ClaimValue name={name} value={value} language={language} empty={t('demo_app.empty')} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="status" role="status">
        {status}
      </p>
      <div className="actions">
        <Button kind="secondary" busy={busy} onClick={() => attempt(() => session.signOut(tokens))}>
          {t('demo_app.sign_out')}
        </Button>
        {refreshToken && (
          <Button busy={busy} onClick={refresh}>
            {t('demo_app.refresh')}
          </Button>
        )}
      </div>
    </>
  );
};

type ValueProps = { name: string; value: unknown; language: string; empty: string };

const ClaimValue = ({ name, value, language, empty }: ValueProps) => {
  if (value === null || value === undefined || value === '') return <span className="quiet">{empty}</span>;
  const unit = secondsClaims.includes(name) ? 1000 : millisecondsClaims.includes(name) ? 1 : 0;
  if (unit && typeof value === 'number') {
    const date = new Date(value * unit);
    return <time dateTime={date.toISOString()}>{date.toLocaleString(language)}</time>;
  }
  return <bdi>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</bdi>;
};
