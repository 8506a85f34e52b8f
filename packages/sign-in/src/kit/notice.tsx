// Error message of a step with an optional retry, and the success message of the previous page.
import { useApp } from '../app-context.ts';
import { TextButton } from './button.tsx';
import { ContactSupport } from './support.tsx';
import type { Message } from './use-flow.ts';

export const Notice = ({ message }: { message: Message | undefined }) => {
  const { t } = useApp();
  return (
    <div role="alert">
      {message && (
        <p className="notice" dir="auto">
          {message.text} {message.retry && <TextButton onClick={message.retry}>{t('action.try_again')}</TextButton>}
          {message.hasContact && <ContactSupport />}
        </p>
      )}
    </div>
  );
};

export const SuccessNotice = () => {
  const { t, notice } = useApp();
  return <div role="status">{notice && <p className="notice good">{t(notice)}</p>}</div>;
};
