// A password field with a show/hide button.
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useApp } from '../app-context.ts';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string };

export const PasswordField = ({ label, ...props }: Props) => {
  const { t } = useApp();
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField {...props} label={label ?? t('input.password')} type={shown ? 'text' : 'password'} dir="ltr">
      <button
        type="button"
        className="reveal"
        aria-label={t(shown ? 'input.hide_password' : 'input.show_password')}
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </button>
    </TextField>
  );
};
