// Shown while a page waits for its data; visible only when that takes longer than people notice.
import { useApp } from '../app-context.ts';

export const Loading = () => {
  const { t } = useApp();
  return (
    <div className="loading" role="status">
      <span className="hidden">{t('description.loading')}</span>
    </div>
  );
};
