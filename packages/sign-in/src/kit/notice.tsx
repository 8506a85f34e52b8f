// The line that says what went wrong with a step as a whole, with a way to try again where that may help; and the one
// that says what went well on the page before.
import { useApp } from '../app-context.ts';
import { TextButton } from './button.tsx';
import type { Message } from './use-flow.ts';

export const Notice = ({ message }: { message: Message | undefined }) => {
  const { t } = useApp();
  return (
    <div role="alert">
      {message && (
        <p className="notice" dir="auto">
          {message.text} {message.retry && <TextButton onClick={message.retry}>{t('action.try_again')}</TextButton>}
        </p>
      )}
    </div>
  );
};

export const News = () => {
  const { t, news } = useApp();
  return <div role="status">{news && <p className="notice good">{t(news)}</p>}</div>;
};
