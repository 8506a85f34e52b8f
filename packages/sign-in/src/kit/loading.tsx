// Loading state, visible only after a delay.
import { useApp } from '../app-context.ts';

export const Loading = () => {
  const { t } = useApp();
  return (
    <div className="loading" role="status">
      <span className="hidden">{t('description.loading')}</span>
    </div>
  );
};
