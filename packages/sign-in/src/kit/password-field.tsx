// A password field whose content can be shown.
import { type ComponentProps, useState } from 'react';
import { useApp } from '../app-context.ts';
import { TextField } from './text-field.tsx';

const eye = 'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10Z';

export const PasswordField = (props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) => {
  const { t } = useApp();
  const [shown, setShown] = useState(false);
  return (
    <TextField {...props} label={t('input.password')} type={shown ? 'text' : 'password'} dir="ltr">
      <button
        type="button"
        className="reveal"
        aria-label={t(shown ? 'input.hide_password' : 'input.show_password')}
        onClick={() => setShown(!shown)}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
          <path d={eye} />
          <circle cx="10" cy="10" r="2.5" />
          {shown && <path d="M3 17 17 3" strokeLinecap="round" />}
        </svg>
      </button>
    </TextField>
  );
};
