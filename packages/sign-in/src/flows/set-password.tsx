// The page of a password link from an email. It needs no sign-in attempt: afterwards the user signs in as usual.
import { IconCheck, IconLinkOff, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';
import { ErrorHelp } from '../kit/error-code.tsx';
import { Heading } from '../kit/heading.tsx';
import { WayOn } from '../kit/way-on.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { linkProblem } from './one-time-token.tsx';

const linkCodes = /^(one_time_token\.|guard\.invalid_input$|entity\.not_found$)/;

export const SetPassword = () => {
  const { api, t } = useApp();
  // In the fragment, which browsers send nowhere.
  const [{ email, token }] = useState(() => {
    const values = new URLSearchParams(location.hash.slice(1));
    return { email: values.get('email') ?? '', token: values.get('token') ?? '' };
  });
  const [outcome, setOutcome] = useState(email && token ? '' : 'incomplete');

  const save = async (password: string) => {
    try {
      await api('POST', '/password-links/use', { email, token, password });
    } catch (error) {
      if (!(error instanceof Problem) || !linkCodes.test(error.code)) throw error;
      setOutcome(error.code);
      return;
    }
    history.replaceState(history.state, '', location.pathname);
    setOutcome('done');
  };

  if (outcome === 'done') {
    return (
      <>
        <Heading title={t('description.password_set')} icon={IconCheck} tone="done">
          <span role="status">{t('description.password_set_detail')}</span>
        </Heading>
        <WayOn to="home" />
      </>
    );
  }
  if (outcome !== '') {
    return (
      <>
        <Heading title={t('elsewhere.link_title_failed')} icon={IconLinkOff}>
          <span role="alert">{t(linkProblem(outcome))}</span>
        </Heading>
        <WayOn to="home" />
        <ErrorHelp code={outcome === 'incomplete' ? 'one_time_token.token_not_found' : outcome} />
      </>
    );
  }
  return (
    <NewPasswordForm
      title="description.choose_new_password"
      label="input.new_password"
      icon={IconLock}
      identifier={{ type: 'email', value: email }}
      action={t('action.save_password')}
      steps={save}
    />
  );
};
